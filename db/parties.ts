import { sql, type RawBuilder } from 'kysely';

/** The agency's side of a row; an agency reads a deal for as long as it represents the creator. */
const asAgency = (table: string, orgId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.agency_org`)} = ${orgId}::uuid and app_represents(${sql.ref(`${table}.creator_org`)}))`;

/** Rows that the org reads as one of their parties. */
export const isParty = (table: string, orgId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.brand_org`)} = ${orgId}::uuid or ${sql.ref(`${table}.creator_org`)} = ${orgId}::uuid or ${asAgency(table, orgId)})`;

/** Rows of the org's own side; a condition on one column, which an index serves. */
export const isOwn = (
  table: string,
  { orgKind, orgId }: { orgKind: 'brand' | 'creator' | 'agency'; orgId: string },
): RawBuilder<boolean> =>
  orgKind === 'agency' ? asAgency(table, orgId) : sql<boolean>`${sql.ref(`${table}.${orgKind}_org`)} = ${orgId}::uuid`;
