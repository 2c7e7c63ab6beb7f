/** Microsites of accounts with their versions, images and domains. */
export const sites: readonly string[] = [
  `create table sites (
    account_key text primary key references accounts on delete cascade, slug text not null unique,
    draft jsonb not null, published jsonb, published_at timestamptz, revision int not null default 1,
    created timestamptz not null default now(), updated timestamptz not null default now())`,

  `create table site_versions (
    account_key text references sites on delete cascade, number int, content jsonb not null,
    published_at timestamptz not null, published_by uuid references users on delete set null,
    primary key (account_key, number))`,
  'create index site_versions_user on site_versions (published_by) where published_by is not null',

  `create table site_images (
    name text primary key, account_key text not null references accounts on delete cascade, width int not null,
    height int not null, created timestamptz not null default now())`,
  'create index site_images_account on site_images (account_key)',

  // Several accounts may try to prove a domain; `serves` is whose site it shows.
  `create table site_domains (
    account_key text references sites on delete cascade, domain text, token text not null,
    state text not null default 'pending' check (state in ('pending', 'verified', 'failing', 'lost')),
    serves boolean generated always as (state in ('verified', 'failing')) stored,
    problems text[] not null default '{}', verified_at timestamptz, failing_since timestamptz,
    checked_at timestamptz, next_check timestamptz not null default now(),
    created timestamptz not null default now(), primary key (account_key, domain))`,
  'create unique index site_domains_serves on site_domains (domain) where serves',
  'create index site_domains_next on site_domains (next_check)',
];
