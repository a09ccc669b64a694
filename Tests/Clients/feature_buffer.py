"""Reads an answer of a query with f=pbf and prints it as JSON, as f=json would have it.

usage: feature_buffer.py <URL>

The messages are described here by what they are made of (github.com/Esri/arcgis-pbf, FeatureCollection.proto), and read by Google's
protobuf, which knows nothing of the server.
"""
import json
import math
import sys
import urllib.request

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

PACKAGE = "esriPBuffer"
KINDS = descriptor_pb2.FieldDescriptorProto
# Message -> field -> (number, type, "repeated" where there may be several).
MESSAGES = {
    "SpatialReference": {"wkid": (1, "uint32"), "lastestWkid": (2, "uint32")},
    "Field": {"name": (1, "string"), "fieldType": (2, "int32"), "alias": (3, "string"), "sqlType": (4, "int32"),
              "domain": (5, "string"), "defaultValue": (6, "string")},
    "Envelope": {"xmin": (1, "double"), "ymin": (2, "double"), "xmax": (3, "double"), "ymax": (4, "double"),
                 "spatialReference": (5, "SpatialReference")},
    "Value": {"string_value": (1, "string"), "float_value": (2, "float"), "double_value": (3, "double"),
              "sint_value": (4, "sint32"), "uint_value": (5, "uint32"), "int64_value": (6, "int64"),
              "uint64_value": (7, "uint64"), "sint64_value": (8, "sint64"), "bool_value": (9, "bool"),
              "null_value": (10, "bool")},
    "Geometry": {"geometryType": (1, "int32"), "lengths": (2, "uint32", "repeated"), "coords": (3, "sint64", "repeated")},
    "Feature": {"attributes": (1, "Value", "repeated"), "geometry": (2, "Geometry"), "centroid": (4, "Geometry")},
    "UniqueIdField": {"name": (1, "string"), "isSystemMaintained": (2, "bool")},
    "Scale": {"xScale": (1, "double"), "yScale": (2, "double")},
    "Translate": {"xTranslate": (1, "double"), "yTranslate": (2, "double")},
    "Transform": {"quantizeOriginPostion": (1, "int32"), "scale": (2, "Scale"), "translate": (3, "Translate")},
    "FeatureResult": {"objectIdFieldName": (1, "string"), "uniqueIdField": (2, "UniqueIdField"),
                      "globalIdFieldName": (3, "string"), "geometryType": (7, "int32"),
                      "spatialReference": (8, "SpatialReference"), "exceededTransferLimit": (9, "bool"),
                      "transform": (12, "Transform"), "fields": (13, "Field", "repeated"),
                      "features": (15, "Feature", "repeated")},
    "CountResult": {"count": (1, "uint64")},
    "ObjectIdsResult": {"objectIdFieldName": (1, "string"), "objectIds": (3, "uint64", "repeated")},
    "ExtentCountResult": {"extent": (1, "Envelope"), "count": (2, "uint64")},
    "QueryResult": {"featureResult": (1, "FeatureResult"), "countResult": (2, "CountResult"),
                    "idsResult": (3, "ObjectIdsResult"), "extentCountResult": (4, "ExtentCountResult")},
    "FeatureCollectionPBuffer": {"version": (1, "string"), "queryResult": (2, "QueryResult")},
}
ONEOFS = {"Value", "QueryResult"}
GEOMETRIES = {0: "esriGeometryPoint", 1: "esriGeometryMultipoint", 2: "esriGeometryPolyline", 3: "esriGeometryPolygon"}
FIELDS = ["SmallInteger", "Integer", "Single", "Double", "String", "Date", "OID", "Geometry", "Blob", "Raster", "GUID",
          "GlobalID", "XML", "BigInteger"]


def message_class():
    file = descriptor_pb2.FileDescriptorProto(name="FeatureCollection.proto", package=PACKAGE, syntax="proto3")
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        if name in ONEOFS:
            message.oneof_decl.add(name="one")
        for field, (number, kind, *more) in fields.items():
            label = KINDS.LABEL_REPEATED if more else KINDS.LABEL_OPTIONAL
            added = message.field.add(name=field, number=number, label=label)
            if kind in MESSAGES:
                added.type, added.type_name = KINDS.TYPE_MESSAGE, f".{PACKAGE}.{kind}"
            else:
                added.type = getattr(KINDS, f"TYPE_{kind.upper()}")
            if name in ONEOFS:
                added.oneof_index = 0
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.FeatureCollectionPBuffer"))


def reference(message):
    return {"wkid": message.wkid, "latestWkid": message.lastestWkid}


def parts(geometry, transform):
    """The places of each part: sums of differences, put back from their grid."""
    up = -1 if transform.quantizeOriginPostion == 0 else 1
    found, at = [], 0
    for length in geometry.lengths:
        x = y = 0
        part = []
        for _ in range(length):
            x, y, at = x + geometry.coords[at], y + geometry.coords[at + 1], at + 2
            part.append([transform.translate.xTranslate + x * transform.scale.xScale,
                         transform.translate.yTranslate + up * y * transform.scale.yScale])
        found.append(part)
    assert at == len(geometry.coords), "coordinates that belong to no part"
    return found


def shape(geometry, transform):
    found = parts(geometry, transform)
    kind = GEOMETRIES[geometry.geometryType]
    if kind == "esriGeometryPoint":
        return {"x": found[0][0][0], "y": found[0][0][1]}
    if kind == "esriGeometryMultipoint":
        return {"points": found[0]}
    return {"paths" if kind == "esriGeometryPolyline" else "rings": found}


def value(message):
    kind = message.WhichOneof("one")
    assert kind, "a value that is none"
    return None if kind == "null_value" else getattr(message, kind)


def features(result):
    document = {
        "objectIdFieldName": result.objectIdFieldName, "globalIdFieldName": result.globalIdFieldName,
        "fields": [{"name": field.name, "type": "esriFieldType" + FIELDS[field.fieldType], "alias": field.alias}
                   for field in result.fields],
        "features": [],
    }
    assert result.uniqueIdField.name == result.objectIdFieldName and result.uniqueIdField.isSystemMaintained
    if result.geometryType in GEOMETRIES:
        document["geometryType"] = GEOMETRIES[result.geometryType]
        document["spatialReference"] = reference(result.spatialReference)
    if result.exceededTransferLimit:
        document["exceededTransferLimit"] = True
    for feature in result.features:
        assert len(feature.attributes) == len(result.fields)
        one = {"attributes": {field.name: value(found) for field, found in zip(result.fields, feature.attributes)}}
        for member in ["geometry", "centroid"]:
            if feature.HasField(member):
                one[member] = shape(getattr(feature, member), result.transform)
        document["features"].append(one)
    return document


def main():
    with urllib.request.urlopen(sys.argv[1]) as answer:
        assert answer.headers["Content-Type"] == "application/x-protobuf", answer.headers["Content-Type"]
        content = answer.read()
    collection = message_class()()
    collection.ParseFromString(content)
    # Nothing may be there that the description does not know.
    assert collection.SerializeToString(deterministic=True) is not None
    result = collection.queryResult
    kind = result.WhichOneof("one")
    found = getattr(result, kind)
    if kind == "featureResult":
        document = features(found)
    elif kind == "countResult":
        document = {"count": found.count}
    elif kind == "idsResult":
        document = {"objectIdFieldName": found.objectIdFieldName, "objectIds": list(found.objectIds)}
    else:
        box = {name: getattr(found.extent, name) for name in ["xmin", "ymin", "xmax", "ymax"]}
        box = {name: number if math.isfinite(number) else "NaN" for name, number in box.items()}
        document = {"extent": {**box, "spatialReference": reference(found.extent.spatialReference)}}
        if found.count:
            document["count"] = found.count
    print(json.dumps({kind: document}))


main()
