CREATE FUNCTION public.first_owner_is_operator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(20260101);
  new.operator := not exists (select from owner);
  return new;
end $$;

CREATE FUNCTION public.ingest_telemetry(gap interval, enabled boolean, key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamp with time zone[], firsts timestamp with time zone[], lasts timestamp with time zone[], masks integer[], counts smallint[], meters integer[], meter_times timestamp with time zone[], rejections json[], bodies bytea, ends integer[]) RETURNS TABLE(outcome text, accepted smallint, rejected json, hours_applied boolean, wait_ms integer)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
  box connection;
  known telemetry_batch;
  elapsed interval;
  body_start integer;
begin
  enabled := enabled and coalesce((select s.value::boolean from setting s where s.name = 'ingest_enabled'), true);
  for i in 1 .. array_length(key_hashes, 1) loop
    body_start := coalesce(ends[i - 1], 0);
    outcome := null; accepted := null; rejected := null; hours_applied := false; wait_ms := null;
    select c.* into box from connection c where c.key_hash = key_hashes[i] for no key update;
    if not found then
      outcome := 'invalid_connection_key'; return next; continue;
    elsif not enabled then
      outcome := 'ingest_disabled'; return next; continue;
    elsif not box.enabled then
      outcome := 'connection_disabled'; return next; continue;
    end if;
    select b.vessel_id, b.connection_id, b.batch_key, b.body_hash, null, null, null, null, b.accepted, b.hours_applied, b.rejected, null
      into known from telemetry_batch b
      where b.vessel_id = box.vessel_id and b.connection_id = box.id and b.batch_key = batch_keys[i];
    if found then
      outcome := case when known.body_hash is distinct from body_hashes[i] then 'idempotency_key_reused' else 'repeat' end;
      accepted := known.accepted; rejected := known.rejected; hours_applied := known.hours_applied;
      return next; continue;
    end if;
    -- A clock that stepped back must not lock a box out, so a last time far ahead counts as long ago.
    elapsed := arrivals[i] - box.telemetry_at;
    if elapsed < gap and elapsed > -gap then
      outcome := 'too_frequent'; wait_ms := ceil(1000 * extract(epoch from gap - elapsed)); return next; continue;
    end if;
    update connection c
      set telemetry_at = arrivals[i], last_seen_at = arrivals[i], last_error = rejections[i] -> 0 ->> 'reason'
      where c.vessel_id = box.vessel_id and c.id = box.id;
    if meters[i] is not null then
      update vessel v set engine_hours = meters[i]
        where v.id = box.vessel_id and (v.engine_hours is null or v.engine_hours < meters[i]);
      hours_applied := found;
      if found then
        insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
          values (box.vessel_id, gen_random_uuid(), meters[i], 'telemetry', meter_times[i]);
      end if;
    end if;
    insert into telemetry_batch (vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body)
      values (box.vessel_id, box.id, batch_keys[i], body_hashes[i], lasts[i], firsts[i], arrivals[i], masks[i], counts[i], hours_applied, rejections[i],
        convert_from(substring(bodies from body_start + 1 for ends[i] - body_start), 'UTF8'));
    if not exists (select from telemetry_day d where d.vessel_id = box.vessel_id
                   and d.day = (lasts[i] at time zone 'UTC')::date and d.metrics & masks[i] = masks[i]) then
      insert into telemetry_day as d (vessel_id, day, metrics)
        values (box.vessel_id, (lasts[i] at time zone 'UTC')::date, masks[i])
        on conflict (vessel_id, day) do update set metrics = d.metrics | excluded.metrics;
    end if;
    outcome := 'accepted'; accepted := counts[i]; rejected := rejections[i];
    return next;
  end loop;
end $$;

CREATE TABLE public.access_key (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.brand_request (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    vessel_id uuid,
    system_name text NOT NULL,
    boat_make text,
    note text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.camera (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    registered_label text NOT NULL,
    label text NOT NULL,
    view text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    last_frame_at timestamp with time zone,
    last_error text,
    retain_frames integer NOT NULL,
    watched_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.check_in (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    camera_id uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    frame_id uuid,
    answered_at timestamp with time zone
);

CREATE TABLE public.connection (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL,
    label text,
    config json NOT NULL,
    key_hash bytea NOT NULL,
    key_prefix text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    last_seen_at timestamp with time zone,
    last_error text,
    telemetry_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.credential (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    provider_id text NOT NULL,
    provider_account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.engine_hour_log (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    hours integer,
    litres numeric(10,3),
    fuel_cost numeric(11,2),
    currency text,
    source text NOT NULL,
    logged_at timestamp with time zone NOT NULL
);

CREATE TABLE public.frame (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    camera_id uuid NOT NULL,
    mime text NOT NULL,
    width integer,
    height integer,
    bytes integer,
    trigger text NOT NULL,
    captured_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE public.inspection (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    score integer,
    engine_hours integer,
    vir_code text
);

CREATE TABLE public.inspection_item (
    vessel_id uuid NOT NULL,
    inspection_id uuid NOT NULL,
    id uuid NOT NULL,
    "position" integer NOT NULL,
    template_item_id uuid,
    verdict text,
    note text,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE public.owner (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    plan text NOT NULL,
    operator boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.provider (
    slug text NOT NULL,
    name text NOT NULL,
    summary text NOT NULL,
    direction text NOT NULL,
    status text NOT NULL,
    covers text[] NOT NULL,
    install_notes text,
    docs_url text,
    "position" integer NOT NULL
);

CREATE TABLE public.telemetry_batch (
    vessel_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    batch_key uuid NOT NULL,
    body_hash uuid,
    last_at timestamp with time zone NOT NULL,
    first_at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    metrics integer NOT NULL,
    accepted smallint NOT NULL,
    hours_applied boolean NOT NULL,
    rejected json,
    body text NOT NULL
);
ALTER TABLE ONLY public.telemetry_batch ALTER COLUMN body SET COMPRESSION lz4;

CREATE VIEW public.reading AS
 SELECT b.vessel_id,
    b.connection_id,
    (r.value ->> 'metric'::text) AS metric,
    ((r.value ->> 'value'::text))::numeric AS value,
    (r.value ->> 'text_value'::text) AS text_value,
    (r.value ->> 'unit'::text) AS unit,
    (r.value ->> 'instance'::text) AS instance,
    COALESCE(((r.value ->> 'recorded_at'::text))::timestamp with time zone, b.arrived_at) AS recorded_at,
    b.arrived_at
   FROM (public.telemetry_batch b
     CROSS JOIN LATERAL json_array_elements(((b.body)::json -> 'readings'::text)) r(value))
  WHERE (b.accepted > 0);

CREATE TABLE public.schema_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.schema_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.service_log (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL,
    done_at timestamp with time zone NOT NULL,
    engine_hours integer,
    cost numeric(11,2),
    currency text,
    route text NOT NULL,
    note text,
    task_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.session (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.setting (
    name text NOT NULL,
    value jsonb NOT NULL
);

CREATE TABLE public.share (
    vessel_id uuid NOT NULL,
    token text NOT NULL,
    toggles jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL,
    interval_days integer,
    interval_hours integer,
    lead_days integer NOT NULL,
    lead_hours integer NOT NULL,
    start_at timestamp with time zone NOT NULL,
    start_hours integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT task_check CHECK (((interval_days IS NOT NULL) OR (interval_hours IS NOT NULL)))
);

CREATE TABLE public.telemetry_day (
    vessel_id uuid NOT NULL,
    day date NOT NULL,
    metrics integer NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE public.verification (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.vessel (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    vessel_type text NOT NULL,
    make text,
    model text,
    hin text,
    length_m double precision,
    marina text,
    service_level text,
    engine_hours integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_vessel_id_registered_label_key UNIQUE (vessel_id, registered_label);

ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_vessel_id_provider_key UNIQUE (vessel_id, provider);

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.engine_hour_log
    ADD CONSTRAINT engine_hour_log_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.frame
    ADD CONSTRAINT frame_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.inspection_item
    ADD CONSTRAINT inspection_item_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.inspection
    ADD CONSTRAINT inspection_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.owner
    ADD CONSTRAINT owner_email_key UNIQUE (email);

ALTER TABLE ONLY public.owner
    ADD CONSTRAINT owner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.provider
    ADD CONSTRAINT provider_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY public.schema_migration_lock
    ADD CONSTRAINT schema_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.service_log
    ADD CONSTRAINT service_log_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);

ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.telemetry_batch
    ADD CONSTRAINT telemetry_batch_pkey PRIMARY KEY (vessel_id, connection_id, batch_key);

ALTER TABLE ONLY public.telemetry_day
    ADD CONSTRAINT telemetry_day_pkey PRIMARY KEY (vessel_id, day);

ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vessel
    ADD CONSTRAINT vessel_pkey PRIMARY KEY (id);

CREATE INDEX access_key_owner ON public.access_key USING btree (owner_id);

CREATE INDEX brand_request_owner ON public.brand_request USING btree (owner_id);

CREATE INDEX camera_connection ON public.camera USING btree (connection_id);

CREATE INDEX check_in_open ON public.check_in USING btree (vessel_id, camera_id, expires_at) WHERE (answered_at IS NULL);

CREATE INDEX connection_key ON public.connection USING btree (key_hash);

CREATE INDEX credential_owner ON public.credential USING btree (owner_id);

CREATE INDEX engine_hour_log_newest ON public.engine_hour_log USING btree (vessel_id, logged_at DESC, id DESC);

CREATE INDEX frame_link ON public.frame USING btree (id);

CREATE INDEX frame_newest ON public.frame USING btree (vessel_id, camera_id, received_at DESC, id DESC);

CREATE INDEX inspection_item_place ON public.inspection_item USING btree (vessel_id, inspection_id, "position");

CREATE INDEX inspection_newest ON public.inspection USING btree (vessel_id, started_at DESC, id DESC);

CREATE INDEX service_log_newest ON public.service_log USING btree (vessel_id, done_at DESC, id DESC);

CREATE INDEX service_log_task ON public.service_log USING btree (vessel_id, task_id, done_at DESC, id DESC) WHERE (task_id IS NOT NULL);

CREATE INDEX service_log_title ON public.service_log USING btree (vessel_id, title_key, done_at DESC, id DESC) WHERE (task_id IS NULL);

CREATE INDEX session_owner ON public.session USING btree (owner_id);

CREATE INDEX share_token ON public.share USING btree (token);

CREATE INDEX telemetry_batch_newest ON public.telemetry_batch USING btree (vessel_id, last_at DESC);

CREATE INDEX verification_identifier ON public.verification USING btree (identifier);

CREATE INDEX vessel_owner ON public.vessel USING btree (owner_id);

CREATE TRIGGER first_owner_is_operator BEFORE INSERT ON public.owner FOR EACH ROW EXECUTE FUNCTION public.first_owner_is_operator();

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.engine_hour_log
    ADD CONSTRAINT engine_hour_log_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.frame
    ADD CONSTRAINT frame_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inspection_item
    ADD CONSTRAINT inspection_item_vessel_id_inspection_id_fkey FOREIGN KEY (vessel_id, inspection_id) REFERENCES public.inspection(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inspection
    ADD CONSTRAINT inspection_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.service_log
    ADD CONSTRAINT service_log_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vessel
    ADD CONSTRAINT vessel_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;
