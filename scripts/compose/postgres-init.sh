#!/bin/bash
# Runs once, on an empty volume: roles with passwords from the environment, and the databases they own.
set -euo pipefail

psql -v ON_ERROR_STOP=1 --username postgres --dbname postgres \
  -v owner="$POSTGRES_OWNER_PASSWORD" -v app="$POSTGRES_APP_PASSWORD" \
  -v worker="$POSTGRES_WORKER_PASSWORD" -v temporal="$POSTGRES_TEMPORAL_PASSWORD" <<'SQL'
create role sponsio_owner login nosuperuser nocreatedb nocreaterole nobypassrls password :'owner';
create role sponsio_app login nosuperuser nocreatedb nocreaterole nobypassrls password :'app';
create role sponsio_worker login nosuperuser nocreatedb nocreaterole nobypassrls password :'worker';
create role temporal login nosuperuser nocreatedb nocreaterole nobypassrls password :'temporal';
create role sponsio_definer nologin nosuperuser nocreatedb nocreaterole bypassrls;
create role sponsio_maintenance nologin nosuperuser nocreatedb nocreaterole bypassrls;
grant sponsio_definer, sponsio_maintenance to sponsio_owner;
grant set on parameter session_replication_role to sponsio_maintenance;
create database sponsio owner sponsio_owner;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
SQL
