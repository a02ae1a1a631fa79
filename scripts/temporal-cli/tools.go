//go:build tools

// Package tools pins the Temporal CLI (server and UI in one binary) that Sponsio runs, by checksum.
package tools

import _ "github.com/temporalio/cli/cmd/temporal"
