package main

import (
	"runtime"
	"runtime/debug"
)

// versions returns the version of Go and of each library.
func versions([]byte) (any, error) {
	found := map[string]string{"go": runtime.Version()}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, library := range build.Deps {
			found[library.Path] = library.Version
		}
	}
	return found, nil
}
