"""What makes two fits the same fit: data, model, loss, split and versions, hashed without pickling anything.

An object is hashed as what it would be rebuilt from. Code that is installed with a version is known by name and
version; code of the user's own by what it does: its instructions, defaults, closures, the globals it reads, and the
modules of the user's own that it works with, all as they are loaded.
"""

from __future__ import annotations

import copyreg
import platform
import sys
from collections import deque
from collections.abc import Iterable, Mapping
from functools import singledispatchmethod
from hashlib import blake2b
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.run.copies import why_not_cloned
from errbar.run.own_code import code_of, imported_by, names_in, version_of

SIZE = 16  # bytes of a fingerprint
FITS = "2"  # raised where errbar itself fits otherwise: 2, every model gets rows and generators of its own
CHUNK = 1 << 24  # bytes hashed at a time, so that a table without contiguous rows is never copied whole
WRAPPED = ("__func__", "__wrapped__", "func", "fget", "fset", "fdel")  # where decorators keep what they decorate
NOT_NUMERICAL = {"display", "print_changed_only"}  # settings of scikit-learn that no fit depends on


class Unidentifiable(Exception):
    """An object that cannot be told apart from others of its kind."""


def fingerprint(*values: Any) -> bytes:
    """16 bytes that are equal for equal values, in this process and any other."""
    hasher = Hasher()
    for value in values:
        hasher.add(value)
    return hasher.digest()


def data_fingerprint(X: Any, y: NDArray[Any]) -> bytes:
    return fingerprint("data", X, y)


def model_fingerprint(name: str, model: Any) -> bytes:
    """Class and parameters, nested models included; what a clone would not keep does not count."""
    try:
        return fingerprint("model", Cloned(model))
    except (Unidentifiable, RecursionError) as cause:
        raise InputError(
            f"store= must tell models apart, and cannot for model {name!r}: {cause}. "
            "Use a parameter made of numbers, text, arrays, functions or models, or leave store= out."
        ) from None


def metric_fingerprint(metric: Any) -> bytes:
    try:
        return fingerprint("metric", metric)
    except (Unidentifiable, RecursionError) as cause:
        raise InputError(
            f"store= must tell losses apart, and cannot for {metric.name!r}: {cause}. Leave store= out."
        ) from None


def params_fingerprint(params: Mapping[str, Any]) -> bytes:
    try:
        return fingerprint("params", dict(params))
    except (Unidentifiable, RecursionError) as cause:
        raise InputError(f"store= must tell params apart, and cannot: {cause}. Leave store= out.") from None


def split_fingerprint(n: int, train: Indices, test: Indices, states: Mapping[str, int]) -> bytes:
    """The rows of a split in their order, and the random states the fit got; not its place in any plan."""
    if _ascending(train) and _ascending(test):
        rows = np.zeros((2, n), dtype=bool)
        rows[0, train], rows[1, test] = True, True
        return fingerprint("rows", n, np.packbits(rows), dict(states))
    return fingerprint("split", n, train.astype("<i8"), test.astype("<i8"), dict(states))


def versions() -> dict[str, str]:
    """Everything whose change may change the bytes of a fit."""
    import scipy
    import sklearn

    settings = {name: value for name, value in sklearn.get_config().items() if name not in NOT_NUMERICAL}
    return {
        "errbar": sys.modules["errbar"].__version__,
        "fits": FITS,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
        "platform": f"{sys.platform} {platform.machine()}",
        "scikit-learn settings": ", ".join(f"{name}={value}" for name, value in sorted(settings.items())),
    }


class Cloned:
    """A model as its clones will be: class and parameters, without what it learnt or counted before."""

    def __init__(self, model: Any) -> None:
        self.model = model


class Hasher:
    """Feeds values to a hash, each with its type and length, so that different values never spell the same bytes."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=SIZE)
        self._open: list[int] = []  # objects whose parts are being hashed: a part may point back at the whole
        # functions, classes and modules already met, by order of appearance; held, so that no id comes twice
        self._code: dict[int, tuple[int, Any]] = {}
        self._queue: deque[tuple[Any, bool]] = deque()  # of these, what is still to be followed, and whether loosely
        self._loose = False

    def digest(self) -> bytes:
        while self._queue:
            code, self._loose = self._queue.popleft()
            self._follow(code)
        return self._hash.digest()

    def add(self, value: Any) -> None:
        if id(value) in self._open:
            self._put("back", str(self._open.index(id(value))).encode())
            return
        self._open.append(id(value))
        self._parts(value)
        self._open.pop()

    def _put(self, tag: str, data: bytes | memoryview = b"") -> None:
        size = data.nbytes if isinstance(data, memoryview) else len(data)
        self._hash.update(f"{tag}:{size};".encode())
        self._hash.update(data)

    def _all(self, tag: str, values: Iterable[Any]) -> None:
        items = list(values)
        self._put(tag, str(len(items)).encode())
        for item in items:
            self.add(item)

    def _apart(self, value: Any) -> bytes:
        """The fingerprint of a part by itself: where the order of parts is arbitrary, or one may be unidentifiable."""
        inner = Hasher()
        inner._open, inner._code, inner._loose = list(self._open), dict(self._code), self._loose
        inner.add(value)
        return inner.digest()

    def _loosely(self, value: Any) -> None:
        """What code refers to: hashed if possible, else by its type alone (a lock, a logger, an open file)."""
        inner = Hasher()
        inner._open, inner._code, inner._queue, inner._loose = list(self._open), self._code, self._queue, True
        try:
            inner.add(value)
            self._put("refers", inner._hash.digest())
        except Unidentifiable:
            self._put("opaque", _name(type(value)).encode())

    @singledispatchmethod
    def _parts(self, value: Any) -> None:
        """Anything else: a table, or an object as what it would be rebuilt from."""
        package = type(value).__module__.partition(".")[0]
        if hasattr(value, "tocsr"):
            csr = value.tocsr()
            self._all("sparse", (_name(type(value)), value.shape, csr.data, csr.indices, csr.indptr))
        elif package == "pandas" and hasattr(value, "iloc") and hasattr(value, "columns"):
            columns = (_pandas_column(value.iloc[:, i]) for i in range(value.shape[1]))
            labels = (_pandas_column(value.columns.to_series()), _pandas_column(value.index.to_series()))
            self._all("pandas", (_name(type(value)), *labels, *columns))
        elif package == "polars" and hasattr(value, "get_columns"):
            self._all("polars", (_name(type(value)), *map(_polars_column, value.get_columns())))
        elif package == "scipy" and hasattr(value, "rvs") and hasattr(value, "dist"):
            # a frozen distribution, without the random state of the process that it carries along
            self._all("distribution", (type(value.dist), value.args, value.kwds))
        else:
            self._rebuilt(value)

    def _rebuilt(self, value: Any) -> None:
        try:
            reduce = copyreg.dispatch_table.get(type(value))
            recipe = value.__reduce_ex__(4) if reduce is None else reduce(value)
        except Exception as cause:
            raise Unidentifiable(f"a {_name(type(value))} does not say what it is made of ({cause})") from None
        if isinstance(recipe, str):
            self._put("global", f"{getattr(value, '__module__', '')}.{recipe}".encode())
            self.add(getattr(value, "__wrapped__", None))
            return
        maker, arguments, *rest = recipe
        self._put("object", _name(type(value)).encode())
        self.add(maker)
        self.add(arguments)
        for i, more in enumerate(rest):
            self.add(list(more) if i in (1, 2) and more is not None else more)

    @_parts.register(NoneType)
    @_parts.register(bool)
    @_parts.register(int)
    @_parts.register(float)
    @_parts.register(complex)
    def _plain(self, value: Any) -> None:
        self._put(_name(type(value)), repr(value).encode())

    @_parts.register
    def _text(self, value: str) -> None:
        self._put("str", value.encode("utf-8", "surrogatepass"))

    @_parts.register(bytes)
    @_parts.register(bytearray)
    def _bytes(self, value: bytes) -> None:
        self._put("bytes", bytes(value))

    @_parts.register(list)
    @_parts.register(tuple)
    def _sequence(self, value: Iterable[Any]) -> None:
        self._all(_name(type(value)), value)

    @_parts.register(set)
    @_parts.register(frozenset)
    def _set(self, value: Iterable[Any]) -> None:
        self._all("set", sorted(map(self._apart, value)))

    @_parts.register
    def _mapping(self, value: dict) -> None:  # type: ignore[type-arg]
        self._all(_name(type(value)), value.items())  # in order: a model may depend on it

    @_parts.register
    def _scalar(self, value: np.generic) -> None:
        self._put(f"scalar {value.dtype.str}", value.tobytes())

    @_parts.register
    def _array(self, value: np.ndarray) -> None:
        if type(value) not in (np.ndarray, np.memmap):
            self._rebuilt(value)
            return
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "strided"
        self._put(f"array {value.dtype.str} {value.shape} {order}")
        if value.dtype.hasobject:
            self._objects(value.ravel().tolist())
        elif value.flags.c_contiguous or value.flags.f_contiguous:
            self._put("bytes", value.ravel(order="K").view(np.uint8).data if value.size else b"")
        else:
            rows = max(1, CHUNK // max(1, value[:1].nbytes))
            for start in range(0, len(value), rows):
                self._put("bytes", value[start : start + rows].tobytes())

    def _objects(self, values: list[Any]) -> None:
        """Mostly text: then all of it at once."""
        if values and all(type(value) is str for value in values):
            self._put("lengths", np.fromiter(map(len, values), dtype="<i8", count=len(values)).tobytes())
            self._text("".join(values))
        else:
            self._all("objects", values)

    @_parts.register
    def _cloned(self, value: Cloned) -> None:
        """Parameters are cloned too, inside lists and tuples as well; anything else is copied as it stands."""
        from sklearn.base import BaseEstimator

        model = value.model
        if isinstance(model, (list, tuple, set, frozenset)):
            parts = [self._apart(Cloned(part)) for part in model]
            self._all(_name(type(model)), sorted(parts) if isinstance(model, (set, frozenset)) else parts)
            return
        own = getattr(type(model), "__sklearn_clone__", BaseEstimator.__sklearn_clone__)
        if isinstance(model, type) or not hasattr(model, "get_params") or own is not BaseEstimator.__sklearn_clone__:
            self.add(model)  # not a model, or one that says itself what its clone is: a frozen one keeps what it learnt
            return
        self.add(type(model))
        for name, parameter in sorted(model.get_params(deep=False).items()):
            self._put("parameter", name.encode())
            try:
                self.add(Cloned(parameter))
            except Unidentifiable as cause:
                raise Unidentifiable(f"{cause}, in {type(model).__name__}({name}=...)") from None
        if hasattr(model, "fit") and why_not_cloned(model) is not None:
            self.add(model)  # copied with all that it holds

    @_parts.register
    def _module(self, value: ModuleType) -> None:
        version = version_of(value.__name__)
        self._first_time("module", value, version, follow=version is None)

    @_parts.register
    def _builtin(self, value: BuiltinFunctionType) -> None:
        self._put("builtin", value.__qualname__.encode())
        self.add(value.__self__)

    def _first_time(self, tag: str, value: Any, version: str | None, *, follow: bool) -> None:
        """Names a function, class or module; its code is followed later, once."""
        new = id(value) not in self._code
        known, _ = self._code.setdefault(id(value), (len(self._code), value))
        name = value.__name__ if isinstance(value, ModuleType) else _name(value)
        self._put(tag, f"{name} {version} {known}".encode())
        if follow and new:
            self._queue.append((value, self._loose))

    def _follow(self, value: Any) -> None:
        self._put("code of", str(self._code[id(value)][0]).encode())
        if isinstance(value, ModuleType):
            self._attributes(code_of(value))
        elif isinstance(value, type):
            self._inside_class(value)
        else:
            self._inside_function(value)

    def _attributes(self, named: Iterable[tuple[str, Any]]) -> None:
        for name, value in named:
            self._put("reads", name.encode())
            self._loosely(value)

    @_parts.register
    def _function(self, value: FunctionType) -> None:
        self._first_time("function", value, version_of(value.__module__), follow=True)

    def _inside_function(self, value: FunctionType) -> None:
        self.add(value.__code__)
        parts = [value.__defaults__, value.__kwdefaults__, *map(_contents, value.__closure__ or ())]
        self._put("parts", str(len(parts)).encode())
        for part in parts:
            if self._loose:
                self._loosely(part)
            else:
                self.add(part)
        if version_of(value.__module__) is None:
            names = names_in(value.__code__)
            read = {name: value.__globals__[name] for name in sorted(names & value.__globals__.keys())}
            self._attributes(read.items())
            for module in (*read.values(), *imported_by(value)):
                if isinstance(module, ModuleType):
                    self._inside_module(module, names, set())

    def _inside_module(self, module: ModuleType, names: set[str], seen: set[int]) -> None:
        """What code takes from a module of the user's own: `helpers.scale`, `package.part.scale`."""
        if id(module) in seen or version_of(module.__name__) is not None:
            return
        seen.add(id(module))
        self.add(module)
        read = {name: vars(module)[name] for name in sorted(names & vars(module).keys())}
        self._attributes(read.items())
        for inner in read.values():
            if isinstance(inner, ModuleType):
                self._inside_module(inner, names, seen)

    @_parts.register
    def _codeobject(self, value: CodeType) -> None:
        self._put("code", value.co_code)
        counts = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount, value.co_flags)
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        self._all("names", (*counts, *names, value.co_consts))

    @_parts.register
    def _class(self, value: type) -> None:
        version = version_of(value.__module__)
        self._first_time("class", value, version, follow=version is None)

    def _inside_class(self, value: type) -> None:
        for base in value.__mro__[1:]:
            self.add(base)
        for name, attribute in sorted(vars(value).items()):
            inside = [getattr(attribute, place, None) for place in WRAPPED]
            functions = [part for part in (attribute, *inside) if isinstance(part, FunctionType)]
            if (name.startswith("__") and name.endswith("__") and not functions) or name == "_abc_impl":
                continue  # Python's own administration, some of it written down only once the class is used
            self._put("attribute", name.encode())
            self._loosely(attribute)
            self._all("functions", functions)


def _name(thing: Any) -> str:
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', repr(thing))}"


def _contents(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that has no value yet
        return CellType


def _ascending(rows: Indices) -> bool:
    return bool((rows[1:] > rows[:-1]).all())


def _pandas_column(column: Any) -> tuple[Any, ...]:
    """Name, type and values; categories by their codes, other extension types value by value."""
    about = (column.name, str(column.dtype))
    if hasattr(column, "cat"):
        categories = column.cat.categories.to_series()
        return (*about, column.cat.codes.to_numpy(), _pandas_column(categories), bool(column.cat.ordered))
    if isinstance(column.dtype, np.dtype) and column.dtype != object:
        return (*about, np.ascontiguousarray(column.to_numpy()))
    missing = column.isna().to_numpy()
    values = column.to_numpy(dtype=object, copy=True)
    values[missing] = ""
    return (*about, missing, values)


def _polars_column(column: Any) -> tuple[Any, ...]:
    missing, values = column.is_null().to_numpy(), column.to_numpy()
    if values.dtype == object:
        values = values.copy()
        values[missing] = ""
    return (column.name, str(column.dtype), missing, values)
