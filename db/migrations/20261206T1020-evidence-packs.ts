import { sql, type Kysely } from 'kysely';
import { secureTable, STAFF, updates } from '../secure-table.ts';

/** What the platform answers a card dispute with, submitted once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence_packs (
      id uuid primary key,
      dispute_id text not null unique references card_disputes,
      contract_id uuid not null references contracts,
      milestone_id uuid not null references milestones,
      state text not null check (state in ('waiting', 'claimed', 'submitted', 'closed')),
      -- Some hours before the evidence is due; a staff member may submit earlier.
      submit_at timestamptz not null,
      requested_at timestamptz,
      requested_by text,
      -- Fixed with the claim, so that a repeated call says the same; deleted once the provider has it.
      evidence jsonb,
      evidence_hash text,
      attempt int not null default 1 check (attempt > 0),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz,
      check ((state in ('submitted', 'closed')) = (ended_at is not null)),
      check (state <> 'claimed' or evidence is not null)
    );
    create index evidence_packs_contract on evidence_packs (contract_id);
    create index evidence_packs_milestone on evidence_packs (milestone_id);
  `.execute(db);
  await secureTable(db, 'evidence_packs', {
    policies: { staff_updates: updates(STAFF) },
    app: { update: ['requested_at', 'requested_by', 'updated_at'] },
    worker: ['select', 'insert', 'update'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table evidence_packs`.execute(db);
}
