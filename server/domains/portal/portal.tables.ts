import type { ColumnType, Generated } from 'kysely';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    notifications: NotificationsTable;
    posts: PostsTable;
    seen: SeenTable;
    changelog: ChangelogTable;
    partners: PartnersTable;
    referrals: ReferralsTable;
  }
}

export type NotificationsTable = {
  id: Generated<string>;
  /** The one person it is for; null for everyone. */
  user_id: string | null;
  title: string;
  text: string;
  level: 'info' | 'success' | 'warning' | 'danger';
  link: Generated<string>;
  until: Moment;
  created: Created;
  updated: Changed;
};

export type PostsTable = {
  key: Generated<string>;
  title: string;
  content_html: string;
  format: 'large' | 'small' | 'banner';
  image: string | null;
  image_target_url: Generated<string>;
  start_sending: Moment;
  stop_sending: Moment;
  publish_date: Moment;
  rules: ColumnType<Record<string, unknown>, string, string>;
  created: Created;
  updated: Changed;
};

/** The notifications and posts that each user has seen. */
export type SeenTable = { user_id: string; kind: 'notification' | 'post'; id: string; at: Created };

export type ChangelogTable = {
  id: Generated<string>;
  title: string;
  version: Generated<string>;
  content_html: string;
  kind: 'added' | 'changed' | 'fixed' | 'removed';
  date: string;
  created: Created;
  updated: Changed;
};

export type PartnersTable = {
  slug: string;
  name: string;
  description: Generated<string>;
  website: Generated<string>;
  email: Generated<string>;
  active: Generated<boolean>;
  logo: string | null;
  ads_txt: Generated<string>;
  ref_code: Generated<string>;
  public: Generated<boolean>;
  created: Created;
  updated: Changed;
};

/** The referral code that a user came by, and when the referral tracker was notified. */
export type ReferralsTable = { user_id: string; code: string; reported_at: Moment; created: Created };
