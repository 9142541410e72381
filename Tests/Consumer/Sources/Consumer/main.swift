import MapPack
print(PackReference(resource: "x", identity: 1))
