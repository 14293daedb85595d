"""Audits: how well each method really covers, on data sets drawn from a population whose truth can be measured."""
