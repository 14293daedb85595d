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
    "errbar_calibrated": "The errbar developers. A calibrated resampling interval for the error of an algorithm. 2026.",
    "akaike1969": "H. Akaike. Fitting autoregressive models for prediction. Annals of the Institute of Statistical "
    "Mathematics 21:243-247, 1969.",
    "moody1992": "J. E. Moody. The effective number of parameters: an analysis of generalization and regularization in "
    "nonlinear learning systems. NIPS 4, 847-854, 1992.",
    "murata1994": "N. Murata, S. Yoshizawa and S. Amari. Network information criterion: determining the number of hidden "
    "units for an artificial neural network model. IEEE Transactions on Neural Networks 5:865-872, 1994.",
    "larsen1994": "J. Larsen and L. K. Hansen. Generalization performance of regularized neural network models. IEEE "
    "Workshop on Neural Networks for Signal Processing IV, 42-51, 1994.",
}
