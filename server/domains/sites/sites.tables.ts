import type { ColumnType, Generated } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SiteContent } from '#contract/api/site.ts';
import type { DomainProblem, DomainState } from '#contract/api/site-domain.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    sites: SitesTable;
    site_versions: SiteVersionsTable;
    site_images: SiteImagesTable;
    site_domains: SiteDomainsTable;
  }
}

export type SitesTable = {
  account_key: AccountKey;
  slug: string;
  draft: ColumnType<SiteContent, string, string>;
  /** Null while it isn't public. */
  published: ColumnType<SiteContent | null, string | null | undefined, string | null>;
  published_at: Moment;
  revision: Generated<number>;
  created: Created;
  updated: Changed;
};

export type SiteVersionsTable = {
  account_key: AccountKey;
  number: number;
  content: ColumnType<SiteContent, string, never>;
  published_at: Date;
  published_by: string | null;
};

/** An image has three files: at most 1920, 960 (`-m`) and 480 pixels wide (`-s`). */
export type SiteImagesTable = {
  name: string;
  account_key: AccountKey;
  width: number;
  height: number;
  created: Created;
};

export type SiteDomainsTable = {
  account_key: AccountKey;
  domain: string;
  /** The value of the TXT record. */
  token: string;
  state: Generated<DomainState>;
  /** Whether the site is shown at it; one account's at most. Generated from the state. */
  serves: ColumnType<boolean, never, never>;
  problems: Generated<DomainProblem[]>;
  verified_at: Moment;
  failing_since: Moment;
  checked_at: Moment;
  next_check: Changed;
  created: Created;
};
