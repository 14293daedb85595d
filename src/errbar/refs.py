"""Every reference once, cited by key."""

REFS: dict[str, str] = {
    "nadeau1999": "C. Nadeau and Y. Bengio. Inference for the generalization error. NIPS 12, 1999.",
    "nadeau2003": "C. Nadeau and Y. Bengio. Inference for the generalization error. Machine Learning 52:239-281, 2003.",
    "bengio2004": "Y. Bengio and Y. Grandvalet. No unbiased estimator of the variance of K-fold cross-validation. "
    "Journal of Machine Learning Research 5:1089-1105, 2004.",
    "larsen1995": "J. Larsen and L. K. Hansen. Empirical generalization assessment of neural network models. "
    "IEEE Workshop on Neural Networks for Signal Processing, 1995.",
    "anguita2011": "D. Anguita, L. Ghelardoni, A. Ghio and S. Ridella. Test error bounds for classifiers: a survey of old "
    "and new results. IEEE Symposium on Foundations of Computational Intelligence, 2011.",
    "dietterich1998": "T. G. Dietterich. Approximate statistical tests for comparing supervised classification learning "
    "algorithms. Neural Computation 10:1895-1923, 1998.",
    "alpaydin1999": "E. Alpaydin. Combined 5x2 cv F test for comparing supervised classification learning algorithms. "
    "Neural Computation 11:1885-1892, 1999.",
    "bouckaert2004": "R. R. Bouckaert and E. Frank. Evaluating the replicability of significance tests for comparing "
    "learning algorithms. PAKDD, 2004.",
    "fagerland2013": "M. W. Fagerland, S. Lydersen and P. Laake. The McNemar test for binary matched-pairs data: mid-p and "
    "asymptotic are better than exact conditional. BMC Medical Research Methodology 13:91, 2013.",
    "mcnemar1947": "Q. McNemar. Note on the sampling error of the difference between correlated proportions or "
    "percentages. Psychometrika 12:153-157, 1947.",
    "tango1998": "T. Tango. Equivalence test and confidence interval for the difference in proportions for the paired-sample "
    "design. Statistics in Medicine 17:891-908, 1998.",
    "bayle2020": "P. Bayle, A. Bayle, L. Janson and L. Mackey. Cross-validation confidence intervals for test error. "
    "NeurIPS, 2020.",
    "bates2024": "S. Bates, T. Hastie and R. Tibshirani. Cross-validation: what does it estimate and how well does it do it? "
    "Journal of the American Statistical Association 119:1434-1445, 2024.",
    "corani2015": "G. Corani and A. Benavoli. A Bayesian approach for comparing cross-validated algorithms on multiple data "
    "sets. Machine Learning 100:285-304, 2015.",
    "benavoli2017": "A. Benavoli, G. Corani, J. Demsar and M. Zaffalon. Time for a change: a tutorial for comparing multiple "
    "classifiers through Bayesian analysis. Journal of Machine Learning Research 18(77):1-36, 2017.",
    "schulz2024": "H. Schulz-Kuempel, S. Fischer et al. Constructing confidence intervals for 'the' generalization error: a "
    "comprehensive benchmark study. arXiv:2409.18836, 2024.",
    "wilson1927": "E. B. Wilson. Probable inference, the law of succession, and statistical inference. Journal of the "
    "American Statistical Association 22:209-212, 1927.",
    "miller2024": "E. Miller. Adding error bars to evals: a statistical approach to language model evaluations. "
    "arXiv:2411.00640, 2024.",
    "liang1986": "K.-Y. Liang and S. L. Zeger. Longitudinal data analysis using generalized linear models. Biometrika "
    "73:13-22, 1986.",
    "korn1998": "E. L. Korn and B. I. Graubard. Confidence intervals for proportions with small expected number of positive "
    "counts estimated from survey data. Survey Methodology 24:193-201, 1998.",
    "delong1988": "E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson. Comparing the areas under two or more correlated "
    "receiver operating characteristic curves: a nonparametric approach. Biometrics 44:837-845, 1988.",
    "sun2014": "X. Sun and W. Xu. Fast implementation of DeLong's algorithm for comparing the areas under correlated receiver "
    "operating characteristic curves. IEEE Signal Processing Letters 21:1389-1393, 2014.",
    "obuchowski1997": "N. A. Obuchowski. Nonparametric analysis of clustered ROC curve data. Biometrics 53:567-578, 1997.",
    "ledell2015": "E. LeDell, M. Petersen and M. van der Laan. Computationally efficient confidence intervals for "
    "cross-validated area under the ROC curve estimates. Electronic Journal of Statistics 9:1583-1607, 2015.",
    "takahashi2022": "K. Takahashi, K. Yamamoto, A. Kuchiba and T. Koyama. Confidence interval for micro-averaged F1 and "
    "macro-averaged F1 scores. Applied Intelligence 52:4961-4972, 2022.",
    "efron1987": "B. Efron. Better bootstrap confidence intervals. Journal of the American Statistical Association "
    "82:171-185, 1987.",
    "davison1997": "A. C. Davison and D. V. Hinkley. Bootstrap Methods and their Application. Cambridge University Press, "
    "1997.",
    "waudby2024": "I. Waudby-Smith and A. Ramdas. Estimating means of bounded random variables by betting. Journal of the "
    "Royal Statistical Society B 86:1-27, 2024.",
    "waudby2024asymptotic": "I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas. Time-uniform central limit "
    "theory and asymptotic confidence sequences. Annals of Statistics 52:2613-2640, 2024.",
    "errbar_calibrated": "The errbar developers. A calibrated resampling interval for the error of an algorithm. 2026.",
    "akaike1969": "H. Akaike. Fitting autoregressive models for prediction. Annals of the Institute of Statistical "
    "Mathematics 21:243-247, 1969.",
    "moody1992": "J. E. Moody. The effective number of parameters: an analysis of generalization and regularization in "
    "nonlinear learning systems. NIPS 4, 847-854, 1992.",
    "murata1994": "N. Murata, S. Yoshizawa and S. Amari. Network information criterion: determining the number of hidden "
    "units for an artificial neural network model. IEEE Transactions on Neural Networks 5:865-872, 1994.",
    "luo2024": "Y. Luo and R. F. Barber. The limits of assumption-free tests for algorithm performance. "
    "arXiv:2402.07388, 2024.",
    "larsen1994": "J. Larsen and L. K. Hansen. Generalization performance of regularized neural network models. IEEE "
    "Workshop on Neural Networks for Signal Processing IV, 42-51, 1994.",
    "holm1979": "S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6:65-70, 1979.",
    "hochberg1988": "Y. Hochberg. A sharper Bonferroni procedure for multiple tests of significance. Biometrika 75:800-802, 1988.",
    "benjamini1995": "Y. Benjamini and Y. Hochberg. Controlling the false discovery rate: a practical and powerful approach to multiple testing. Journal of the Royal Statistical Society B 57:289-300, 1995.",
    "friedman1937": "M. Friedman. The use of ranks to avoid the assumption of normality implicit in the analysis of variance. Journal of the American Statistical Association 32:675-701, 1937.",
    "iman1980": "R. L. Iman and J. M. Davenport. Approximations of the critical region of the Friedman statistic. Communications in Statistics A 9:571-595, 1980.",
    "wilcoxon1945": "F. Wilcoxon. Individual comparisons by ranking methods. Biometrics Bulletin 1:80-83, 1945.",
    "demsar2006": "J. Demsar. Statistical comparisons of classifiers over multiple data sets. Journal of Machine Learning Research 7:1-30, 2006.",
    "benavoli2016": "A. Benavoli, G. Corani and F. Mangili. Should we really use post-hoc tests based on mean-ranks? Journal of Machine Learning Research 17(5):1-10, 2016.",
    "lei2020": "J. Lei. Cross-validation with confidence. Journal of the American Statistical Association 115:1978-1997, 2020.",
    "clopper1934": "C. J. Clopper and E. S. Pearson. The use of confidence or fiducial limits illustrated in the case of the binomial. Biometrika 26:404-413, 1934.",
    "guttman1948": "L. Guttman. A distribution-free confidence interval for the mean. Annals of Mathematical Statistics 19:410-413, 1948.",
    "maurer2009": "A. Maurer and M. Pontil. Empirical Bernstein bounds and sample variance penalization. COLT, 2009.",
    "hoeffding1963": "W. Hoeffding. Probability inequalities for sums of bounded random variables. Journal of the American Statistical Association 58:13-30, 1963.",
    "bentkus2004": "V. Bentkus. On Hoeffding's inequalities. Annals of Probability 32:1650-1673, 2004.",
    "blaker2000": "H. Blaker. Confidence curves and improved exact confidence intervals for discrete distributions. Canadian Journal of Statistics 28:783-798, 2000.",
    "brown2001": "L. D. Brown, T. T. Cai and A. DasGupta. Interval estimation for a binomial proportion. Statistical Science 16:101-133, 2001.",
    "anderson1969": "T. W. Anderson. Confidence limits for the expected value of an arbitrary bounded random variable with a continuous distribution function. Bulletin of the International Statistical Institute 43:249-251, 1969.",
    "voracek2025": "V. Voracek and F. Orabona. STaR-Bets: sequential target-recalculating bets for tighter confidence intervals. arXiv:2505.22422, 2025.",
    "loader2000": "C. Loader. Fast and accurate computation of binomial probabilities. Bell Laboratories, 2000.",
    "didonato1992": "A. R. DiDonato and A. H. Morris. Algorithm 708: significant digit computation of the incomplete beta function ratios. ACM Transactions on Mathematical Software 18:360-373, 1992.",
}
