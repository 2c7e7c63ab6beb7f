/** What the portal shows to all: notifications, posts, the changelog; partners, referrals and settings. */
export const portal: readonly string[] = [
  // A notification to one person; the others are for everyone.
  `create table notifications (
    id uuid default gen_random_uuid() primary key, title text not null, text text not null, level text not null,
    link text not null default '', until timestamptz, created timestamptz not null default now(),
    updated timestamptz not null default now(), user_id uuid references users on delete cascade)`,
  'create index notifications_user on notifications (user_id, created desc) where user_id is not null',

  `create table posts (
    key uuid default gen_random_uuid() primary key, title text not null, content_html text not null,
    format text not null, image text, image_target_url text not null default '', start_sending timestamptz,
    stop_sending timestamptz, rules jsonb not null, created timestamptz not null default now(),
    updated timestamptz not null default now(), publish_date timestamptz)`,

  `create table seen (
    user_id uuid references users on delete cascade, kind text check (kind in ('notification', 'post')), id uuid,
    at timestamptz not null default now(), primary key (user_id, kind, id))`,
  'create index seen_thing on seen (kind, id)',

  `create table changelog (
    id uuid default gen_random_uuid() primary key, title text not null, version text not null default '',
    content_html text not null, kind text not null, date date not null, created timestamptz not null default now(),
    updated timestamptz not null default now())`,
  'create index changelog_date on changelog (date desc, created desc)',

  `create table partners (
    slug text primary key, name text not null, description text not null default '',
    website text not null default '', email text not null default '', active boolean not null default true,
    logo text, created timestamptz not null default now(), updated timestamptz not null default now(),
    ads_txt text not null default '', ref_code text not null default '', public boolean not null default false)`,
  `create unique index partners_ref_code on partners (lower(ref_code)) where ref_code <> ''`,

  `create table referrals (
    user_id uuid primary key references users on delete cascade, code text not null, reported_at timestamptz,
    created timestamptz not null default now())`,
  'create index referrals_code on referrals (lower(code))',

  `create table portal_settings (
    name text primary key, value jsonb not null, updated timestamptz not null default now())`,
];
