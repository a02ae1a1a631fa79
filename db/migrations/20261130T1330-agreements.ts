import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, reads, secureFunction, secureTable, withoutForce } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/**
 * Who accepted which policy, and the texts themselves, once for each hash. The versions that profiles and payments held
 * become acceptances; of those only the version is known, not the text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table policy_texts (
      sha256 text primary key,
      policy text not null check (policy in ('terms', 'privacy', 'cookies')),
      version text not null,
      language text not null,
      body text not null,
      stored_at timestamptz not null default now(),
      constraint policy_texts_hash check (sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex'))
    )`.execute(db);
  await secureTable(db, 'policy_texts', {
    policies: { everyone: reads('true') },
    staffReads: false,
    app: {},
    worker: ['select'],
  });
  await runSqlFile(db, '20261130T1330-policy-texts.sql');
  await secureFunction(db, 'store_policy_text(text, text, text, text, text, timestamptz)', [
    'sponsio_app',
    'sponsio_worker',
  ]);
  await sql`
    create table policy_acceptances (
      id uuid primary key,
      user_id text not null,
      org_id uuid not null references orgs,
      policy text not null check (policy in ('terms', 'privacy', 'cookies')),
      version text not null,
      language text not null,
      -- Null: accepted before texts were stored.
      text_sha256 text references policy_texts,
      act text not null
        check (act in ('sign_up', 'apply', 'offer', 'accept', 'sign', 'pay', 'bank_account')),
      at timestamptz not null,
      unique (user_id, org_id, policy, version)
    );
    create index policy_acceptances_org on policy_acceptances (org_id);
    create index policy_acceptances_text on policy_acceptances (text_sha256)`.execute(db);
  await secureTable(db, 'policy_acceptances', {
    policies: {
      own: all('user_id = app_user()', "user_id = app_user() and (org_id = app_org() or app_kind() = 'newcomer')"),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });
  await withoutForce(db, ['policy_acceptances', 'orgs'], () =>
    asMaintenance(db, () =>
      sql`
      insert into policy_acceptances(id, user_id, org_id, policy, version, language, act, at)
      select gen_random_uuid(), user_id, org_id, 'terms', version, language, act, at from (
        select distinct on (user_id, org_id, version) * from (
          select p.id as user_id, o.id as org_id, p.terms_version as version, p.locale as language, 'sign_up' as act,
              p.terms_accepted_at as at
            from profiles p join orgs o on o.created_by = p.id where p.terms_version is not null
          union all
          select y.created_by, y.brand_org, y.terms_version, coalesce(p.locale, 'en'), 'pay', y.created_at
            from payments y left join profiles p on p.id = y.created_by where y.terms_version is not null
        ) as every order by user_id, org_id, version, at
      ) as first`.execute(db),
    ),
  );
  await sql`
    alter table profiles drop constraint profiles_terms_accepted_at, drop column terms_version, drop column terms_accepted_at;
    alter table payments drop column terms_version`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles add column terms_version text, add column terms_accepted_at timestamptz;
    alter table payments add column terms_version text`.execute(db);
  await asMaintenance(db, () =>
    sql`
    update profiles p set terms_version = a.version, terms_accepted_at = a.at from policy_acceptances a
      where a.user_id = p.id and a.act = 'sign_up';
    update payments y set terms_version = a.version from policy_acceptances a
      where a.user_id = y.created_by and a.org_id = y.brand_org`.execute(db),
  );
  await sql`
    alter table profiles add constraint profiles_terms_accepted_at
      check ((terms_version is null) = (terms_accepted_at is null));
    drop table policy_acceptances;
    drop function store_policy_text;
    drop table policy_texts`.execute(db);
}
