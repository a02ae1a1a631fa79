import { sql, type Kysely } from 'kysely';
import { asMaintenance, inserts, reads, secureFunction, secureTable, updates } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const SIDES = `app_org() in (brand_org, creator_org)`;
/** An agency reads a deal for as long as it represents the creator. */
const READS = `(${SIDES} or (agency_org = app_org() and app_represents(creator_org)))`;
const OF_ADDENDUM = (table: string) => `exists (select from addenda a where a.id = ${table}.addendum_id)`;
const ACTS = (more: string) => `
  alter table representation_requests drop constraint representation_requests_act_check;
  alter table representation_requests add constraint representation_requests_act_check
    check (act in ('offer_accept', 'contract_sign', 'milestone_cancel', 'dispute_open'${more}))`;

/** Addenda: changes of a signed contract that both sides sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table addenda (
      id uuid primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      -- Its number within the contract.
      n int not null check (n > 0),
      kind text not null check (kind in ('amendment', 'change_order', 'bonus')),
      -- The work under review from which a change order came.
      origin_milestone_id uuid references milestones,
      state text not null check (state in
        ('proposed', 'partially_signed', 'signed', 'applied', 'declined', 'withdrawn', 'expired', 'overtaken')),
      version int not null default 1,
      proposed_side text not null check (proposed_side in ('brand', 'creator')),
      proposed_by text not null,
      reason text not null,
      changes jsonb not null,
      currency text not null,
      total_before bigint not null check (total_before > 0),
      total_after bigint not null check (total_after > 0),
      -- What the sides have agreed on once it is applied.
      terms_after jsonb not null,
      -- The text that both sides sign, and the hash of what they signed before it.
      document jsonb not null,
      document_hash text not null,
      previous_hash text not null,
      deadline_at timestamptz not null,
      signed_at timestamptz,
      -- The side that declined or withdrew it, and why.
      ended_side text check (ended_side in ('brand', 'creator')),
      end_reason text,
      ended_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (contract_id, n),
      constraint addenda_ended check (
        (state in ('applied', 'declined', 'withdrawn', 'expired', 'overtaken')) = (ended_at is not null))
    );
    create unique index addenda_open on addenda (contract_id) where ended_at is null;
    create index addenda_to_sign_brand on addenda (brand_org, deadline_at, id) where ended_at is null;
    create index addenda_to_sign_creator on addenda (creator_org, deadline_at, id) where ended_at is null;
    create index addenda_agency on addenda (agency_org) where agency_org is not null;
    create index addenda_origin on addenda (origin_milestone_id) where origin_milestone_id is not null;

    create table addendum_signatures (
      id uuid primary key,
      addendum_id uuid not null references addenda,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      side text not null check (side in ('brand', 'creator')),
      org_id uuid not null references orgs,
      user_id text not null,
      typed_name text not null,
      document_hash text not null,
      ip text,
      user_agent text,
      signed_at timestamptz not null,
      unique (addendum_id, side)
    );
    create index addendum_signatures_contract on addendum_signatures (contract_id);
    create trigger addendum_signatures_append_only before update or delete on addendum_signatures
      for each row execute function refuse_change();

    create table addendum_files (
      sha256 text primary key,
      addendum_id uuid not null references addenda,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      locale text not null,
      storage_key text not null,
      size int not null,
      created_at timestamptz not null
    );
    create index addendum_files_addendum on addendum_files (addendum_id);

    alter table contracts
      -- The terms in force after addenda; null: those of the contract.
      add column amended_terms jsonb;
    alter table milestones
      -- Released when it is funded.
      add column bonus boolean not null default false,
      -- The addendum that added it.
      add column addendum_id uuid references addenda;
    create index milestones_addendum on milestones (addendum_id) where addendum_id is not null;
  `.execute(db);
  await secureTable(db, 'addenda', {
    policies: { party: reads(READS), proposed: inserts(SIDES), moved: updates(SIDES) },
    app: {
      insert: true,
      update: ['state', 'version', 'signed_at', 'ended_side', 'end_reason', 'ended_at', 'updated_at'],
    },
    worker: ['select', 'insert', 'update'],
  });
  await secureTable(db, 'addendum_signatures', {
    policies: {
      party: reads(OF_ADDENDUM('addendum_signatures')),
      signed: inserts(
        `org_id = app_org() and user_id = app_user() and org_id = case side when 'brand' then brand_org else creator_org end
          and ${OF_ADDENDUM('addendum_signatures')}`,
      ),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });
  await secureTable(db, 'addendum_files', {
    policies: {
      party: reads(OF_ADDENDUM('addendum_files')),
      made: inserts(`${READS} and ${OF_ADDENDUM('addendum_files')}`),
      moved: updates(`${READS} and ${OF_ADDENDUM('addendum_files')}`),
    },
    app: { insert: true, update: ['storage_key'] },
    worker: ['select', 'insert', 'update'],
  });
  await runSqlFile(db, '20261207T1000-addenda.sql');
  await secureFunction(db, 'known_signed_file(text)', ['sponsio_app', 'sponsio_worker']);
  await sql`
    create trigger addenda_step before update on addenda for each row execute function addenda_guard_step();
    create trigger addenda_live after insert or update on addenda for each row execute function notify_live();
    create trigger addendum_signatures_live after insert on addendum_signatures
      for each row execute function notify_live();
    create constraint trigger addenda_need_workflow after insert on addenda deferrable initially deferred
      for each row execute function assert_workflow_started('addendum');
    -- What was signed changes for no role; its total and terms in force change with an addendum alone.
    create or replace trigger contracts_frozen before update on contracts for each row
      when ((
          old.id, old.offer_id, old.campaign_id, old.application_id, old.brand_org, old.creator_org,
          old.agency_org, old.commission_bps, old.title, old.currency, old.terms, old.terms_hash,
          old.document, old.document_hash, old.fee_bps, old.tax_bps, old.clock_policy, old.created_at
        ) is distinct from (
          new.id, new.offer_id, new.campaign_id, new.application_id, new.brand_org, new.creator_org,
          new.agency_org, new.commission_bps, new.title, new.currency, new.terms, new.terms_hash,
          new.document, new.document_hash, new.fee_bps, new.tax_bps, new.clock_policy, new.created_at
        ) or (old.signed_at is not null and old.signed_at is distinct from new.signed_at))
      execute function contracts_freeze();
    create trigger contracts_amended before update on contracts for each row
      when ((old.total, old.amended_terms) is distinct from (new.total, new.amended_terms))
      execute function contracts_guard_amendment();
    create or replace trigger milestones_frozen before update on milestones for each row
      when ((
          old.id, old.contract_id, old.brand_org, old.creator_org, old.agency_org, old.seq, old.title,
          old.amount, old.currency, old.rounds_max, old.bonus, old.addendum_id
        ) is distinct from (
          new.id, new.contract_id, new.brand_org, new.creator_org, new.agency_org, new.seq, new.title,
          new.amount, new.currency, new.rounds_max, new.bonus, new.addendum_id
        )) execute function milestones_freeze();
  `.execute(db);
  await sql.raw(ACTS(`, 'addendum_sign'`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from representation_requests where act = 'addendum_sign'`.execute(db));
  await sql.raw(ACTS('')).execute(db);
  await sql`
    drop function known_signed_file(text);
    drop trigger contracts_amended on contracts;
    create or replace trigger contracts_frozen before update on contracts for each row
      when ((
          old.id, old.offer_id, old.campaign_id, old.application_id, old.brand_org, old.creator_org,
          old.agency_org, old.commission_bps, old.title, old.currency, old.total, old.terms, old.terms_hash,
          old.document, old.document_hash, old.fee_bps, old.tax_bps, old.clock_policy, old.created_at
        ) is distinct from (
          new.id, new.offer_id, new.campaign_id, new.application_id, new.brand_org, new.creator_org,
          new.agency_org, new.commission_bps, new.title, new.currency, new.total, new.terms, new.terms_hash,
          new.document, new.document_hash, new.fee_bps, new.tax_bps, new.clock_policy, new.created_at
        ) or (old.signed_at is not null and old.signed_at is distinct from new.signed_at))
      execute function contracts_freeze();
    create or replace trigger milestones_frozen before update on milestones for each row
      when ((
          old.id, old.contract_id, old.brand_org, old.creator_org, old.agency_org, old.seq, old.title,
          old.amount, old.currency, old.rounds_max
        ) is distinct from (
          new.id, new.contract_id, new.brand_org, new.creator_org, new.agency_org, new.seq, new.title,
          new.amount, new.currency, new.rounds_max
        )) execute function milestones_freeze();
  `.execute(db);
  await runSqlFile(db, '20261207T1000-addenda-down.sql');
  await sql`
    alter table milestones drop column addendum_id, drop column bonus;
    alter table contracts drop column amended_terms;
    drop table addendum_files, addendum_signatures, addenda;
    drop function addenda_guard_step(), contracts_guard_amendment();
  `.execute(db);
}
