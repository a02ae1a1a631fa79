-- What a copy of a document can be verified against, by the hash of its file; `series` as in its number.
create function known_document(p_sha256 text)
  returns table (kind text, year int, number int, series text, issuer text, amount bigint, currency text, issued_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.kind, d.year, d.number, d.series, coalesce(case when d.issuer_org is not null then d.data->>'seller' end, d.data->>'issuer'),
      d.amount, d.currency, d.issued_at
    from document_files f join documents d on d.id = f.document_id where f.sha256 = p_sha256
$$;
