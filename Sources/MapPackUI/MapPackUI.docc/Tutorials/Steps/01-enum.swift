import MapPack

func example() {
  let state = NewEngland.vermont
  print(state.name)  // Vermont
  print(state.code)  // 50
  print(NewEngland(code: "50") == state)  // true
}
