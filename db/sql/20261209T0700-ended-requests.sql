-- What an agency requested of its creator has nothing left to confirm once its record has ended, whichever side ended it.
create function withdraw_ended_requests() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update representation_requests set state = 'withdrawn', decided_at = new.updated_at
    where act = tg_argv[0] and subject_id = new.id and state = 'open';
  return null;
end;
$$;
