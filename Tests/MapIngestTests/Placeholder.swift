@testable import MapIngest
