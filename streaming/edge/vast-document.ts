import { product } from '#streaming/base/product.ts';
import { appFormat, type AppSpot } from './app-ads.ts';
import type { AppEvent } from './app-tickets.ts';

export type OfferedSpot = {
  id: string;
  spot: AppSpot;
  /** Where its audio is, and what is called for each event. */
  audio: string;
  addressOf(event: AppEvent): string;
};

/** A VAST 4.2 document with these spots in their order; without any, the one that says so. */
export const vastDocument = (spots: readonly OfferedSpot[]): string => {
  const ads = spots.map((spot, at) => adOf(spot, at + 1));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2" xmlns="http://www.iab.com/VAST">${ads.join('')}</VAST>\n`;
};

const tracked = ['firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;

const adOf = ({ id, spot, audio, addressOf }: OfferedSpot, sequence: number): string => {
  const { campaign, sha256, ms } = spot;
  const events = tracked.map((event) => `<Tracking event="${event}">${cdata(addressOf(event))}</Tracking>`).join('');
  const link =
    campaign.link === '' ? '' : `<VideoClicks><ClickThrough>${cdata(campaign.link)}</ClickThrough></VideoClicks>`;
  const title = escaped(campaign.advertiser || 'Advertisement');
  return [
    `<Ad id="${escaped(campaign.key)}" sequence="${sequence}" adType="audio"><InLine><AdSystem version="1">${escaped(product())}</AdSystem>`,
    `<Impression id="${id}">${cdata(addressOf('impression'))}</Impression><AdServingId>${id}</AdServingId>`,
    `<AdTitle>${title}</AdTitle><Advertiser>${title}</Advertiser><Creatives><Creative sequence="1">`,
    `<UniversalAdId idRegistry="sha256">${sha256}</UniversalAdId>`,
    `<Linear><TrackingEvents>${events}</TrackingEvents><Duration>${timeOf(ms)}</Duration><MediaFiles>`,
    `<MediaFile delivery="progressive" type="audio/mpeg" bitrate="${appFormat.bitrate / 1000}" width="0" height="0">`,
    `${cdata(audio)}</MediaFile></MediaFiles>${link}</Linear></Creative></Creatives></InLine></Ad>`,
  ].join('');
};

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]%3E')}]]>`;

/** As text of an element or attribute, without what XML can't contain. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** ms as 00:00:20.009. */
const timeOf = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23);
