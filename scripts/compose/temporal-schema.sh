#!/bin/sh
# Brings both of Temporal's databases to this server's schema. Safe to repeat; run it before a server upgrade too.
set -eu

sql_tool() {
  database=$1
  shift
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" --db "$database" "$@"
}

sql_tool "$DBNAME" setup-schema -v 0.0
sql_tool "$DBNAME" update-schema -d /etc/temporal/schema/postgresql/v12/temporal/versioned
sql_tool "$VISIBILITY_DBNAME" setup-schema -v 0.0
sql_tool "$VISIBILITY_DBNAME" update-schema -d /etc/temporal/schema/postgresql/v12/visibility/versioned
