"""Parameters of a call -> what each model's `fit` and each scorer gets: by name, or by metadata routing."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from errbar.errors import InputError
from errbar.run.copies import first_line
from errbar.run.held_back import check_share, is_held_back

ByName = dict[str, dict[str, Any]]


def routed(given: Mapping[str, Any], models: Mapping[str, Any], scorers: Mapping[str, Any]) -> tuple[ByName, ByName]:
    """By model and by scorer. Without routing all goes to `fit`, as in `cross_validate`."""
    from sklearn import get_config

    if get_config()["enable_metadata_routing"] and given:
        fit, score = _by_request(given, models, scorers)
    else:
        fit, score = {name: _taken(given, name, model) for name, model in models.items()}, {}
    for name, some in fit.items():
        if is_held_back(some.get("eval_set")):
            check_share(some["eval_set"])
            if hasattr(models[name], "steps"):
                raise InputError(
                    f"Model {name!r} is a pipeline, whose first steps would not be applied to eval_set: give the "
                    "last step alone, or data that are prepared already."
                )
    return fit, score


def _by_request(
    given: Mapping[str, Any], models: Mapping[str, Any], scorers: Mapping[str, Any]
) -> tuple[ByName, ByName]:
    """What models and scorers asked for with `set_fit_request` and `set_score_request`."""
    from sklearn.exceptions import UnsetMetadataPassedError
    from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

    router = MetadataRouter(owner="errbar")
    asking = {f"model_{i}": model for i, model in enumerate(models.values())}
    judging = {f"scorer_{i}": one for i, one in enumerate(scorers.values()) if hasattr(one, "get_metadata_routing")}
    for name, one in asking.items():
        router.add(**{name: one}, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
    for name, one in judging.items():
        router.add(**{name: one}, method_mapping=MethodMapping().add(caller="fit", callee="score"))
    try:
        found = process_routing(router, "fit", **given)
    except (UnsetMetadataPassedError, TypeError, ValueError) as cause:
        raise InputError(f"params cannot be routed: {first_line(cause)}") from cause
    fit = {name: dict(found[f"model_{i}"]["fit"]) for i, name in enumerate(models)}
    score = {name: dict(found[f"scorer_{i}"]["score"]) for i, name in enumerate(scorers) if f"scorer_{i}" in judging}
    return fit, score


def _taken(given: Mapping[str, Any], name: str, model: Any) -> dict[str, Any]:
    """As the model's `fit` calls them; the weights of a pipeline are those of its last step."""
    steps = dict(getattr(model, "steps", None) or ())
    taken: dict[str, Any] = {}
    for parameter, value in given.items():
        step = parameter.partition("__")[0]
        if steps and "__" not in parameter and parameter in ("sample_weight", "eval_set"):
            taken[f"{list(steps)[-1]}__{parameter}" if parameter == "sample_weight" else parameter] = value
        elif steps and step not in steps:
            raise InputError(
                f"{parameter!r} in params names no step of the pipeline {name!r}: write step__parameter, with one "
                f"of {', '.join(steps)}."
            )
        else:
            taken[parameter] = value
    for parameter in taken:
        owner = steps.get(parameter.partition("__")[0], model)
        _check_accepts(parameter.partition("__")[2] if owner is not model else parameter, name, owner)
    return taken


def takes_weights(model: Any) -> bool:
    """Whether `fit` of a model, or of the last step of a pipeline, takes sample_weight."""
    steps = getattr(model, "steps", None)
    try:
        _check_accepts("sample_weight", "model", steps[-1][1] if steps else model)
    except InputError:
        return False
    return True


def _check_accepts(parameter: str, name: str, model: Any) -> None:
    try:
        accepted = inspect.signature(model.fit).parameters
    except (TypeError, ValueError, AttributeError):  # the fit itself will tell
        return
    if parameter not in accepted and not any(one.kind is one.VAR_KEYWORD for one in accepted.values()):
        hint = " To weight its losses alone, give loss_weight." if parameter == "sample_weight" else ""
        raise InputError(f"Model {name!r} ({type(model).__name__}) takes no {parameter} in fit.{hint}")
