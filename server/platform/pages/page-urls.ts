import type { Config } from '#server/kernel/config.ts';

type Named = { pretty_url: string };
type Base = Pick<Config, 'deliveryUrl'>;

/** URL of a station's public page. */
export const stationPageUrl = ({ deliveryUrl }: Base, { pretty_url }: Named): string =>
  `${deliveryUrl}/radio/${pretty_url}`;

/** URL of the public page of a radio personality. */
export const personPageUrl = ({ deliveryUrl }: Base, { pretty_url }: Named): string =>
  `${deliveryUrl}/people/${pretty_url}`;
