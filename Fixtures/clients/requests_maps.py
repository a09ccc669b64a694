"""The web maps of `requests_client.py`: a document, and its layers one after the other."""
from urllib.parse import urlsplit, urlunsplit

from requests_tokens import Tokens
from requests_wire import Refused, context

SERVICES = ("ArcGISFeatureLayer", "ArcGISMapServiceLayer", "ArcGISTiledMapServiceLayer", "ArcGISImageServiceLayer")
WITHOUT_SERVICE = ("OpenStreetMap", "WebTiledLayer", "GroupLayer")


def leaves(layers):
    for layer in layers:
        if "layers" in layer and "url" not in layer:
            yield from leaves(layer["layers"])
        else:
            yield layer


class Layer:
    """One layer of a map, and how it stands."""

    def __init__(self, document, is_basemap):
        self.title = document.get("title") or document.get("id")
        self.kind = document.get("layerType") or document.get("type") or ""
        self.has_features = "featureCollection" in document
        parts = urlsplit(document.get("url") or "")
        # A token in an address is another user's.
        self.url = urlunsplit((parts.scheme or "https", parts.netloc, parts.path, "", "")) if parts.netloc else None
        self.is_basemap, self.state, self.reason = is_basemap, "notLoaded", None

    @property
    def is_supported(self):
        return self.has_features or self.kind.startswith("BingMaps") or self.kind in SERVICES + WITHOUT_SERVICE

    def told(self):
        reason = {"reason": self.reason} if self.reason else {}
        return {"title": self.title, "state": self.state, "basemap": self.is_basemap, **reason}


class Maps(Tokens):
    """What is known of maps: their layers, which of those are still to be loaded, and what they were opened into."""

    def __init__(self, begin):
        super().__init__(begin)
        self.maps, self.homes, self.rest, self.views, self.skips, self.into, self.keys = {}, {}, {}, {}, {}, {}, {}

    def webMap(self, step):
        if "identity" in step:
            raise NotImplementedError
        place = self.place(step) if "portal" in step else context(step.get("url") or step["data"])
        self.portals.setdefault(place, [])
        self.keep(step, place)
        address = f"{place}/sharing/rest/content/items/{step.get('item')}"
        if "portal" in step and (self.ask("GET", address, {}).get("type") or "").lower() != "web map":
            raise Refused("unsupported-item-type")
        document = self.ask("GET", step.get("data") or address + "/data", {})
        if "operationalLayers" not in document and "baseMap" not in document:
            raise Refused("unexpected-content")
        basemap = leaves((document.get("baseMap") or {}).get("baseMapLayers") or [])
        layers = [Layer(layer, True) for layer in basemap] + [Layer(layer, False) for layer in leaves(document.get("operationalLayers") or [])]
        self.homes[step["map"]] = place
        self.maps[step["map"]] = [layer for layer in layers if layer.is_supported]
        if step.get("layers") == "all":
            for layer in self.maps[step["map"]]:
                self.load_layer(layer, place)
        return {"layers": [layer.told() for layer in self.maps[step["map"]]], "mapVersion": document.get("version"),
                "unsupportedLayers": [layer.title for layer in layers if not layer.is_supported],
                "bookmarks": [self.bookmark(each, document) for each in document.get("bookmarks") or []]}

    @staticmethod
    def bookmark(each, document):
        """Its name, its edges and the id of their spatial reference, which is the map's where it names none."""
        extent = each.get("extent") or each["viewpoint"]["targetGeometry"]
        reference = extent.get("spatialReference") or document.get("spatialReference") or {}
        edges = [str(round(extent[key])) for key in ("xmin", "ymin", "xmax", "ymax")]
        return " ".join([each["name"]] + edges + [str(reference[key]) for key in ("wkid",) if key in reference])

    def load_layer(self, layer, place, key=None):
        """Whether a layer is there; why not, it says itself."""
        try:
            layer.state, layer.reason = "loaded", None
            if layer.kind.startswith("BingMaps"):
                if not key and not (self.ask("GET", place + "/sharing/rest/portals/self", {}).get("bingKey")):
                    raise Refused("bing-key-missing")
            elif layer.url:
                if layer.url.startswith("http:"):
                    raise NotImplementedError  # The port of http does not tell where the host listens with TLS.
                self.ask("GET", layer.url, {})
        except Refused as reason:
            layer.state, layer.reason = "failed", str(reason)
        return layer.state == "loaded"

    def openMap(self, step):
        name = step["map"]
        self.rest[name], self.into[name], self.keys[name] = list(self.maps[name]), step["into"], step.get("bingKey")
        self.skips[name] = step.get("failures") == "skip"
        if step.get("reset", True):
            self.views[step["into"]] = []
        return self.go_on(name)

    def go_on(self, name):
        """Loads one layer after the other, until one fails that it was not told to skip."""
        rest, view, told = self.rest[name], self.views.setdefault(self.into[name], []), []
        while rest:
            is_loaded = self.load_layer(rest[0], self.homes[name], self.keys[name])
            told.append(rest[0].told())
            if is_loaded:
                view.append(rest[0])
            elif not self.skips[name]:
                return {"layers": told, "viewLayers": self.titles(view), "waiting": True}
            del rest[0]
        return {"layers": told, "viewLayers": self.titles(view), "isOpening": False}

    @staticmethod
    def titles(view):
        """From the bottom up: basemaps, then what stands above them."""
        return [layer.title for layer in sorted(view, key=lambda layer: not layer.is_basemap)]

    def continueOpening(self, step):
        rest = self.rest[step["map"]]
        if "identity" in step:
            raise NotImplementedError
        if step["answer"] == "cancel":
            rest.clear()
            return {"isOpening": False}
        if step["answer"] == "skip":
            del rest[0]
        elif "credential" in step:
            self.keep(step["credential"], context(rest[0].url))
        return self.go_on(step["map"])

    def retryLayer(self, step):
        layer = next(layer for layer in self.maps[step["map"]] if layer.title == step["layer"])
        if not self.load_layer(layer, self.homes[step["map"]]):
            raise Refused(layer.reason)
