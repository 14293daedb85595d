"""Every reference once, cited by key: as text, and as BibTeX; and text made safe for LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PROCEEDINGS = ("NIPS", "NeurIPS", "ICML", "COLT", "PAKDD", "IEEE Workshop", "IEEE Symposium")
PUBLISHERS = ("Cambridge University Press",)
SPECIAL_IN_LATEX = {
    "\\": r"\textbackslash{}", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "\n": " ", "\r": " ",
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Every character as itself; letters beyond ASCII need a Unicode engine or inputenc, which is LaTeX's default.

    >>> print(latex_text("50 % of a_b & {c}"))
    50 \% of a\_b \& \{c\}
    """
    return "".join(SPECIAL_IN_LATEX.get(letter, letter) for letter in text)


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper or a book; `authors` as they are printed, `venue` where it appeared, `year` in words if it is unknown."""

    authors: str
    title: str
    venue: str
    year: int | str
    volume: str | None = None
    number: str | None = None
    pages: str | None = None

    @property
    def text(self) -> str:
        where = self.venue
        if self.volume:
            where += f" {self.volume}" + (f"({self.number})" if self.number else "") + f":{self.pages}"
        elif self.pages:
            where += f", {self.pages}"
        where = f"{where}, {self.year}" if where else str(self.year)
        dot = "" if self.authors.endswith(".") else "."
        return f"{self.authors}{dot} {self.title}{'' if self.title.endswith('?') else '.'} {where}."

    @property
    def short(self) -> str:
        """Surnames and year, for a sentence.

        >>> REFERENCES["nadeau2003"].short
        'Nadeau and Bengio, 2003'
        """
        if self.authors.startswith("The "):
            return f"{self.authors}, {self.year}"
        people = [_surname(name) for name in _people(self.authors)]
        who = " and ".join(people) if len(people) <= 2 and "others" not in people else f"{people[0]} et al."
        return f"{who}, {self.year}"

    def bibtex(self, key: str) -> str:
        """The entry.

        >>> print(REFERENCES["wilson1927"].bibtex("wilson1927"))
        @article{wilson1927,
          author = {E. B. Wilson},
          title = {{Probable inference, the law of succession, and statistical inference}},
          journal = {Journal of the American Statistical Association},
          volume = {22},
          pages = {209--212},
          year = {1927},
        }
        """
        kind, place = self._kind()
        people = [self.authors] if self.authors.startswith("The ") else _people(self.authors)
        fields = {
            "author": f"{{{people[0]}}}" if self.authors.startswith("The ") else " and ".join(people),
            "title": f"{{{latex_text(self.title)}}}",
            **({place: latex_text(self.venue)} if self.venue else {}),
            **({"volume": self.volume} if self.volume else {}),
            **({"number": self.number} if self.number else {}),
            **({"pages": self.pages.replace("-", "--")} if self.pages else {}),
            "year": str(self.year),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
        return "\n".join([f"@{kind}{{{key},", *lines, "}"])

    def _kind(self) -> tuple[str, str]:
        if self.volume:
            return "article", "journal"
        if self.venue.startswith(PROCEEDINGS):
            return "inproceedings", "booktitle"
        if self.venue.startswith(PUBLISHERS):
            return "book", "publisher"
        return "misc", "howpublished"


def _people(authors: str) -> list[str]:
    listed = authors.removesuffix(" et al.").replace(" and ", ", ").split(", ")
    return [*listed, "others"] if authors.endswith(" et al.") else listed


def _surname(name: str) -> str:
    """What follows the initials: `M. van der Laan` is van der Laan."""
    words = name.split()
    initials = sum(word.endswith(".") for word in words)
    return " ".join(words[initials:]) or name


REFERENCES: dict[str, Reference] = {
    "satterthwaite1946": Reference(
        "F. E. Satterthwaite",
        "An approximate distribution of estimates of variance components",
        "Biometrics Bulletin",
        1946,
        volume="2",
        pages="110-114",
    ),
    "searle1992": Reference("S. R. Searle, G. Casella and C. E. McCulloch", "Variance components", "Wiley", 1992),
    "bouthillier2021": Reference(
        "X. Bouthillier et al.",
        "Accounting for variance in machine learning benchmarks",
        "Proceedings of Machine Learning and Systems",
        2021,
        volume="3",
        pages="747-769",
    ),
    "nadeau1999": Reference("C. Nadeau and Y. Bengio", "Inference for the generalization error", "NIPS 12", 1999),
    "nadeau2003": Reference(
        "C. Nadeau and Y. Bengio",
        "Inference for the generalization error",
        "Machine Learning",
        2003,
        volume="52",
        pages="239-281",
    ),
    "bengio2004": Reference(
        "Y. Bengio and Y. Grandvalet",
        "No unbiased estimator of the variance of K-fold cross-validation",
        "Journal of Machine Learning Research",
        2004,
        volume="5",
        pages="1089-1105",
    ),
    "larsen1995": Reference(
        "J. Larsen and L. K. Hansen",
        "Empirical generalization assessment of neural network models",
        "IEEE Workshop on Neural Networks for Signal Processing",
        1995,
    ),
    "anguita2011": Reference(
        "D. Anguita, L. Ghelardoni, A. Ghio and S. Ridella",
        "Test error bounds for classifiers: a survey of old and new results",
        "IEEE Symposium on Foundations of Computational Intelligence",
        2011,
    ),
    "anguita_survey": Reference(
        "D. Anguita, L. Ghelardoni, A. Ghio and S. Ridella",
        "A survey of old and new results for the test error estimation of a classifier",
        "Extends the symposium paper of 2011; our copy names neither journal nor year",
        "after 2011",
    ),
    "blum1999": Reference(
        "A. Blum, A. Kalai and J. Langford",
        "Beating the hold-out: bounds for K-fold and progressive cross-validation",
        "COLT",
        1999,
        pages="203-208",
    ),
    "dietterich1998": Reference(
        "T. G. Dietterich",
        "Approximate statistical tests for comparing supervised classification learning algorithms",
        "Neural Computation",
        1998,
        volume="10",
        pages="1895-1923",
    ),
    "alpaydin1999": Reference(
        "E. Alpaydin",
        "Combined 5x2 cv F test for comparing supervised classification learning algorithms",
        "Neural Computation",
        1999,
        volume="11",
        pages="1885-1892",
    ),
    "bouckaert2004": Reference(
        "R. R. Bouckaert and E. Frank",
        "Evaluating the replicability of significance tests for comparing learning algorithms",
        "PAKDD",
        2004,
    ),
    "fagerland2013": Reference(
        "M. W. Fagerland, S. Lydersen and P. Laake",
        "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional",
        "BMC Medical Research Methodology",
        2013,
        volume="13",
        pages="91",
    ),
    "mcnemar1947": Reference(
        "Q. McNemar",
        "Note on the sampling error of the difference between correlated proportions or percentages",
        "Psychometrika",
        1947,
        volume="12",
        pages="153-157",
    ),
    "tango1998": Reference(
        "T. Tango",
        "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
        "Statistics in Medicine",
        1998,
        volume="17",
        pages="891-908",
    ),
    "bayle2020": Reference(
        "P. Bayle, A. Bayle, L. Janson and L. Mackey",
        "Cross-validation confidence intervals for test error",
        "NeurIPS",
        2020,
    ),
    "austern2020": Reference(
        "M. Austern and W. Zhou",
        "Asymptotics of cross-validation",
        "arXiv:2001.11111",
        2020,
    ),
    "bayle2025": Reference(
        "A. Bayle, L. Janson and L. Mackey",
        "The relative instability of model comparison with cross-validation",
        "arXiv:2508.04409",
        2025,
    ),
    "bates2024": Reference(
        "S. Bates, T. Hastie and R. Tibshirani",
        "Cross-validation: what does it estimate and how well does it do it?",
        "Journal of the American Statistical Association",
        2024,
        volume="119",
        pages="1434-1445",
    ),
    "corani2015": Reference(
        "G. Corani and A. Benavoli",
        "A Bayesian approach for comparing cross-validated algorithms on multiple data sets",
        "Machine Learning",
        2015,
        volume="100",
        pages="285-304",
    ),
    "corani2017": Reference(
        "G. Corani, A. Benavoli, J. Demsar, F. Mangili and M. Zaffalon",
        "Statistical comparison of classifiers through Bayesian hierarchical modelling",
        "Machine Learning",
        2017,
        volume="106",
        number="11",
        pages="1817-1837",
    ),
    "yu2011": Reference(
        "Y. Yu and X.-L. Meng",
        "To center or not to center: that is not the question, an ancillarity-sufficiency interweaving strategy "
        "(ASIS) for boosting MCMC efficiency",
        "Journal of Computational and Graphical Statistics",
        2011,
        volume="20",
        number="3",
        pages="531-570",
    ),
    "vehtari2021": Reference(
        "A. Vehtari, A. Gelman, D. Simpson, B. Carpenter and P.-C. Buerkner",
        "Rank-normalization, folding, and localization: an improved R-hat for assessing convergence of MCMC",
        "Bayesian Analysis",
        2021,
        volume="16",
        number="2",
        pages="667-718",
    ),
    "agarwal2021": Reference(
        "R. Agarwal, M. Schwarzer, P. S. Castro, A. C. Courville and M. Bellemare",
        "Deep reinforcement learning at the edge of the statistical precipice",
        "Advances in Neural Information Processing Systems 34",
        2021,
    ),
    "benavoli2017": Reference(
        "A. Benavoli, G. Corani, J. Demsar and M. Zaffalon",
        "Time for a change: a tutorial for comparing multiple classifiers through Bayesian analysis",
        "Journal of Machine Learning Research",
        2017,
        volume="18",
        number="77",
        pages="1-36",
    ),
    "schulz2024": Reference(
        "H. Schulz-Kuempel, S. Fischer et al.",
        "Constructing confidence intervals for 'the' generalization error: a comprehensive benchmark study",
        "arXiv:2409.18836",
        2024,
    ),
    "wilson1927": Reference(
        "E. B. Wilson",
        "Probable inference, the law of succession, and statistical inference",
        "Journal of the American Statistical Association",
        1927,
        volume="22",
        pages="209-212",
    ),
    "miller2024": Reference(
        "E. Miller",
        "Adding error bars to evals: a statistical approach to language model evaluations",
        "arXiv:2411.00640",
        2024,
    ),
    "liang1986": Reference(
        "K.-Y. Liang and S. L. Zeger",
        "Longitudinal data analysis using generalized linear models",
        "Biometrika",
        1986,
        volume="73",
        pages="13-22",
    ),
    "korn1998": Reference(
        "E. L. Korn and B. I. Graubard",
        "Confidence intervals for proportions with small expected number of positive counts estimated from survey data",
        "Survey Methodology",
        1998,
        volume="24",
        pages="193-201",
    ),
    "delong1988": Reference(
        "E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson",
        "Comparing the areas under two or more correlated receiver operating characteristic curves: a nonparametric approach",
        "Biometrics",
        1988,
        volume="44",
        pages="837-845",
    ),
    "blum2015": Reference(
        "A. Blum and M. Hardt",
        "The ladder: a reliable leaderboard for machine learning competitions",
        "ICML",
        2015,
        pages="1006-1014",
    ),
    "ramdas2017": Reference(
        "A. Ramdas, F. Yang, M. J. Wainwright and M. I. Jordan",
        "Online control of the false discovery rate with decaying memory",
        "NeurIPS",
        2017,
    ),
    "zou2008": Reference(
        "G. Y. Zou and A. Donner",
        "Construction of confidence limits about effect measures: a general approach",
        "Statistics in Medicine",
        2008,
        volume="27",
        pages="1693-1702",
    ),
    "newcombe2006": Reference(
        "R. G. Newcombe",
        "Confidence intervals for an effect size measure based on the Mann-Whitney statistic. Part 2: asymptotic methods and evaluation",
        "Statistics in Medicine",
        2006,
        volume="25",
        pages="559-573",
    ),
    "sun2014": Reference(
        "X. Sun and W. Xu",
        "Fast implementation of DeLong's algorithm for comparing the areas under correlated receiver operating characteristic curves",
        "IEEE Signal Processing Letters",
        2014,
        volume="21",
        pages="1389-1393",
    ),
    "obuchowski1997": Reference(
        "N. A. Obuchowski",
        "Nonparametric analysis of clustered ROC curve data",
        "Biometrics",
        1997,
        volume="53",
        pages="567-578",
    ),
    "ledell2015": Reference(
        "E. LeDell, M. Petersen and M. van der Laan",
        "Computationally efficient confidence intervals for cross-validated area under the ROC curve estimates",
        "Electronic Journal of Statistics",
        2015,
        volume="9",
        pages="1583-1607",
    ),
    "takahashi2022": Reference(
        "K. Takahashi, K. Yamamoto, A. Kuchiba and T. Koyama",
        "Confidence interval for micro-averaged F1 and macro-averaged F1 scores",
        "Applied Intelligence",
        2022,
        volume="52",
        pages="4961-4972",
    ),
    "efron1987": Reference(
        "B. Efron",
        "Better bootstrap confidence intervals",
        "Journal of the American Statistical Association",
        1987,
        volume="82",
        pages="171-185",
    ),
    "davison1997": Reference(
        "A. C. Davison and D. V. Hinkley", "Bootstrap Methods and their Application", "Cambridge University Press", 1997
    ),
    "diebold1995": Reference(
        "F. X. Diebold and R. S. Mariano",
        "Comparing predictive accuracy",
        "Journal of Business and Economic Statistics",
        1995,
        volume="13",
        pages="253-263",
    ),
    "harvey1997": Reference(
        "D. Harvey, S. Leybourne and P. Newbold",
        "Testing the equality of prediction mean squared errors",
        "International Journal of Forecasting",
        1997,
        volume="13",
        pages="281-291",
    ),
    "lazarus2018": Reference(
        "E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson",
        "HAR inference: recommendations for practice",
        "Journal of Business and Economic Statistics",
        2018,
        volume="36",
        pages="541-559",
    ),
    "andrews1991": Reference(
        "D. W. K. Andrews",
        "Heteroskedasticity and autocorrelation consistent covariance matrix estimation",
        "Econometrica",
        1991,
        volume="59",
        pages="817-858",
    ),
    "andrews1992": Reference(
        "D. W. K. Andrews and J. C. Monahan",
        "An improved heteroskedasticity and autocorrelation consistent covariance matrix estimator",
        "Econometrica",
        1992,
        volume="60",
        pages="953-966",
    ),
    "newey1987": Reference(
        "W. K. Newey and K. D. West",
        "A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent covariance matrix",
        "Econometrica",
        1987,
        volume="55",
        pages="703-708",
    ),
    "driscoll1998": Reference(
        "J. C. Driscoll and A. C. Kraay",
        "Consistent covariance matrix estimation with spatially dependent panel data",
        "Review of Economics and Statistics",
        1998,
        volume="80",
        pages="549-560",
    ),
    "politis1992": Reference(
        "D. N. Politis and J. P. Romano",
        "A circular block-resampling procedure for stationary data",
        "Exploring the Limits of Bootstrap, Wiley",
        1992,
        pages="263-270",
    ),
    "politis2004": Reference(
        "D. N. Politis and H. White",
        "Automatic block-length selection for the dependent bootstrap",
        "Econometric Reviews",
        2004,
        volume="23",
        pages="53-70",
    ),
    "patton2009": Reference(
        "A. Patton, D. N. Politis and H. White",
        "Correction to automatic block-length selection for the dependent bootstrap",
        "Econometric Reviews",
        2009,
        volume="28",
        pages="372-375",
    ),
    "goncalves2011": Reference(
        "S. Gonçalves and T. J. Vogelsang",
        "Block bootstrap HAC robust tests: the sophistication of the naive bootstrap",
        "Econometric Theory",
        2011,
        volume="27",
        pages="745-791",
    ),
    "waudby2024": Reference(
        "I. Waudby-Smith and A. Ramdas",
        "Estimating means of bounded random variables by betting",
        "Journal of the Royal Statistical Society B",
        2024,
        volume="86",
        pages="1-27",
    ),
    "waudby2024asymptotic": Reference(
        "I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas",
        "Time-uniform central limit theory and asymptotic confidence sequences",
        "Annals of Statistics",
        2024,
        volume="52",
        pages="2613-2640",
    ),
    "johnson1978": Reference(
        "N. J. Johnson",
        "Modified t tests and confidence intervals for asymmetrical populations",
        "Journal of the American Statistical Association",
        1978,
        volume="73",
        pages="536-544",
    ),
    "errbar_calibrated": Reference(
        "The errbar developers", "A calibrated resampling interval for the error of an algorithm", "", 2026
    ),
    "akaike1969": Reference(
        "H. Akaike",
        "Fitting autoregressive models for prediction",
        "Annals of the Institute of Statistical Mathematics",
        1969,
        volume="21",
        pages="243-247",
    ),
    "moody1992": Reference(
        "J. E. Moody",
        "The effective number of parameters: an analysis of generalization and regularization in nonlinear learning systems",
        "NIPS 4",
        1992,
        pages="847-854",
    ),
    "murata1994": Reference(
        "N. Murata, S. Yoshizawa and S. Amari",
        "Network information criterion: determining the number of hidden units for an artificial neural network model",
        "IEEE Transactions on Neural Networks",
        1994,
        volume="5",
        pages="865-872",
    ),
    "luo2024": Reference(
        "Y. Luo and R. F. Barber",
        "The limits of assumption-free tests for algorithm performance",
        "arXiv:2402.07388",
        2024,
    ),
    "larsen1992": Reference(
        "J. Larsen",
        "A generalization error estimate for nonlinear systems",
        "IEEE Workshop on Neural Networks for Signal Processing II",
        1992,
    ),
    "larsen1994": Reference(
        "J. Larsen and L. K. Hansen",
        "Generalization performance of regularized neural network models",
        "IEEE Workshop on Neural Networks for Signal Processing IV",
        1994,
        pages="42-51",
    ),
    "holm1979": Reference(
        "S. Holm",
        "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics",
        1979,
        volume="6",
        pages="65-70",
    ),
    "hochberg1988": Reference(
        "Y. Hochberg",
        "A sharper Bonferroni procedure for multiple tests of significance",
        "Biometrika",
        1988,
        volume="75",
        pages="800-802",
    ),
    "benjamini1995": Reference(
        "Y. Benjamini and Y. Hochberg",
        "Controlling the false discovery rate: a practical and powerful approach to multiple testing",
        "Journal of the Royal Statistical Society B",
        1995,
        volume="57",
        pages="289-300",
    ),
    "friedman1937": Reference(
        "M. Friedman",
        "The use of ranks to avoid the assumption of normality implicit in the analysis of variance",
        "Journal of the American Statistical Association",
        1937,
        volume="32",
        pages="675-701",
    ),
    "iman1980": Reference(
        "R. L. Iman and J. M. Davenport",
        "Approximations of the critical region of the Friedman statistic",
        "Communications in Statistics A",
        1980,
        volume="9",
        pages="571-595",
    ),
    "wilcoxon1945": Reference(
        "F. Wilcoxon",
        "Individual comparisons by ranking methods",
        "Biometrics Bulletin",
        1945,
        volume="1",
        pages="80-83",
    ),
    "demsar2006": Reference(
        "J. Demsar",
        "Statistical comparisons of classifiers over multiple data sets",
        "Journal of Machine Learning Research",
        2006,
        volume="7",
        pages="1-30",
    ),
    "benavoli2016": Reference(
        "A. Benavoli, G. Corani and F. Mangili",
        "Should we really use post-hoc tests based on mean-ranks?",
        "Journal of Machine Learning Research",
        2016,
        volume="17",
        number="5",
        pages="1-10",
    ),
    "benjamini2005": Reference(
        "Y. Benjamini and D. Yekutieli",
        "False discovery rate-adjusted multiple confidence intervals for selected parameters",
        "Journal of the American Statistical Association",
        2005,
        volume="100",
        pages="71-81",
    ),
    "strassburger2008": Reference(
        "K. Strassburger and F. Bretz",
        "Compatible simultaneous lower confidence bounds for the Holm procedure and other Bonferroni-based closed tests",
        "Statistics in Medicine",
        2008,
        volume="27",
        pages="4914-4927",
    ),
    "clopper1934": Reference(
        "C. J. Clopper and E. S. Pearson",
        "The use of confidence or fiducial limits illustrated in the case of the binomial",
        "Biometrika",
        1934,
        volume="26",
        pages="404-413",
    ),
    "guttman1948": Reference(
        "L. Guttman",
        "A distribution-free confidence interval for the mean",
        "Annals of Mathematical Statistics",
        1948,
        volume="19",
        pages="410-413",
    ),
    "maurer2009": Reference(
        "A. Maurer and M. Pontil", "Empirical Bernstein bounds and sample variance penalization", "COLT", 2009
    ),
    "hoeffding1963": Reference(
        "W. Hoeffding",
        "Probability inequalities for sums of bounded random variables",
        "Journal of the American Statistical Association",
        1963,
        volume="58",
        pages="13-30",
    ),
    "bentkus2004": Reference(
        "V. Bentkus", "On Hoeffding's inequalities", "Annals of Probability", 2004, volume="32", pages="1650-1673"
    ),
    "blaker2000": Reference(
        "H. Blaker",
        "Confidence curves and improved exact confidence intervals for discrete distributions",
        "Canadian Journal of Statistics",
        2000,
        volume="28",
        pages="783-798",
    ),
    "brown2001": Reference(
        "L. D. Brown, T. T. Cai and A. DasGupta",
        "Interval estimation for a binomial proportion",
        "Statistical Science",
        2001,
        volume="16",
        pages="101-133",
    ),
    "anderson1969": Reference(
        "T. W. Anderson",
        "Confidence limits for the expected value of an arbitrary bounded random variable with a continuous distribution function",
        "Bulletin of the International Statistical Institute",
        1969,
        volume="43",
        pages="249-251",
    ),
    "voracek2025": Reference(
        "V. Voracek and F. Orabona",
        "STaR-Bets: sequential target-recalculating bets for tighter confidence intervals",
        "arXiv:2505.22422",
        2025,
    ),
    "loader2000": Reference(
        "C. Loader", "Fast and accurate computation of binomial probabilities", "Bell Laboratories", 2000
    ),
    "didonato1992": Reference(
        "A. R. DiDonato and A. H. Morris",
        "Algorithm 708: significant digit computation of the incomplete beta function ratios",
        "ACM Transactions on Mathematical Software",
        1992,
        volume="18",
        pages="360-373",
    ),
    "chen2021": Reference(
        "M. Chen et al.", "Evaluating large language models trained on code", "arXiv:2107.03374", 2021
    ),
    "yao2024": Reference(
        "S. Yao, N. Shinn, P. Razavi and K. Narasimhan",
        "tau-bench: a benchmark for tool-agent-user interaction in real-world domains",
        "arXiv:2406.12045",
        2024,
    ),
    "angelopoulos2023": Reference(
        "A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan and T. Zrnic",
        "Prediction-powered inference",
        "Science",
        2023,
        volume="382",
        pages="669-674",
    ),
    "angelopoulos2023ppi": Reference(
        "A. N. Angelopoulos, J. C. Duchi and T. Zrnic",
        "PPI++: efficient prediction-powered inference",
        "arXiv:2311.01453",
        2023,
    ),
    "bradley1952": Reference(
        "R. A. Bradley and M. E. Terry",
        "Rank analysis of incomplete block designs: I. The method of paired comparisons",
        "Biometrika",
        1952,
        volume="39",
        pages="324-345",
    ),
    "davidson1970": Reference(
        "R. R. Davidson",
        "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments",
        "Journal of the American Statistical Association",
        1970,
        volume="65",
        pages="317-328",
    ),
    "davidson1977": Reference(
        "R. R. Davidson and R. J. Beaver",
        "On extending the Bradley-Terry model to incorporate within-pair order effects",
        "Biometrics",
        1977,
        volume="33",
        pages="693-702",
    ),
    "ford1957": Reference(
        "L. R. Ford",
        "Solution of a ranking problem from binary comparisons",
        "The American Mathematical Monthly",
        1957,
        volume="64",
        pages="28-33",
    ),
    "cameron2011": Reference(
        "A. C. Cameron, J. B. Gelbach and D. L. Miller",
        "Robust inference with multiway clustering",
        "Journal of Business & Economic Statistics",
        2011,
        volume="29",
        pages="238-249",
    ),
    "tsamardinos2018": Reference(
        "I. Tsamardinos, E. Greasidou and G. Borboudakis",
        "Bootstrapping the out-of-sample predictions for efficient and accurate cross-validation",
        "Machine Learning",
        2018,
        volume="107",
        pages="1895-1922",
    ),
    "rink2025": Reference(
        "P. Rink and W. Brannath",
        "Post-selection confidence bounds for prediction performance",
        "Machine Learning",
        2025,
        volume="114",
        pages="82",
    ),
    "tibshirani2009": Reference(
        "R. J. Tibshirani and R. Tibshirani",
        "A bias correction for the minimum error rate in cross-validation",
        "Annals of Applied Statistics",
        2009,
        volume="3",
        pages="822-829",
    ),
    "efron1983": Reference(
        "B. Efron",
        "Estimating the error rate of a prediction rule: improvement on cross-validation",
        "Journal of the American Statistical Association",
        1983,
        volume="78",
        pages="316-331",
    ),
    "efron1997": Reference(
        "B. Efron and R. Tibshirani",
        "Improvements on cross-validation: the .632+ bootstrap method",
        "Journal of the American Statistical Association",
        1997,
        volume="92",
        pages="548-560",
    ),
    "harrell1996": Reference(
        "F. E. Harrell, K. L. Lee and D. B. Mark",
        "Multivariable prognostic models: issues in developing models, evaluating assumptions and adequacy, and "
        "measuring and reducing errors",
        "Statistics in Medicine",
        1996,
        volume="15",
        pages="361-387",
    ),
    "noma2021": Reference(
        "H. Noma, T. Shinozaki, K. Iba, S. Teramukai and T. A. Furukawa",
        "Confidence intervals of prediction accuracy measures for multivariable prediction models based on the "
        "bootstrap-based optimism correction methods",
        "Statistics in Medicine",
        2021,
        volume="40",
        pages="5691-5701",
    ),
    "efron1981": Reference(
        "B. Efron",
        "Nonparametric standard errors and confidence intervals",
        "Canadian Journal of Statistics",
        1981,
        volume="9",
        pages="139-158",
    ),
    "mogstad2024": Reference(
        "M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm",
        "Inference for ranks with applications to mobility across neighbourhoods and academic achievement across countries",
        "Review of Economic Studies",
        2024,
        volume="91",
        pages="476-518",
    ),
    "ledoit2004": Reference(
        "O. Ledoit and M. Wolf",
        "A well-conditioned estimator for large-dimensional covariance matrices",
        "Journal of Multivariate Analysis",
        2004,
        volume="88",
        pages="365-411",
    ),
    "kim2025": Reference(
        "I. Kim and A. Ramdas",
        "Locally minimax optimal confidence sets for the best model",
        "arXiv:2503.21639",
        2025,
    ),
    "ruschendorf1982": Reference(
        "L. Rüschendorf",
        "Random variables with maximum sums",
        "Advances in Applied Probability",
        1982,
        volume="14",
        pages="623-632",
    ),
    "piepho2004": Reference(
        "H.-P. Piepho",
        "An algorithm for a letter-based representation of all-pairwise comparisons",
        "Journal of Computational and Graphical Statistics",
        2004,
        volume="13",
        pages="456-466",
    ),
    "romano2005": Reference(
        "J. P. Romano and M. Wolf",
        "Exact and approximate stepdown methods for multiple hypothesis testing",
        "Journal of the American Statistical Association",
        2005,
        volume="100",
        pages="94-108",
    ),
}

REFS: dict[str, str] = {key: reference.text for key, reference in REFERENCES.items()}


@dataclass(frozen=True, slots=True)
class Cited:
    """References as a page has them: whole, in brackets behind a sentence, and as BibTeX entries, each once."""

    keys: tuple[str, ...]
    texts: list[str]
    named: str
    entries: list[str]

    @classmethod
    def of(cls, keys: Sequence[str] = ()) -> Cited:
        found = [REFERENCES[key] for key in keys]
        named = f" ({'; '.join(one.short for one in found)})" if keys else ""
        entries = [REFERENCES[key].bibtex(key) for key in dict.fromkeys(keys)]
        return cls(tuple(keys), [one.text for one in found], named, entries)
