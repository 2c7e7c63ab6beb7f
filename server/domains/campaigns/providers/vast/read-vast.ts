import { createHash } from 'node:crypto';
import type { ProviderRefusal } from '#contract/api/ad-providers.ts';
import { DocumentProblem } from '#server/platform/xml/document-problem.ts';
import { child, childrenOf, readTree, textOf, type Element } from '#server/platform/xml/xml-tree.ts';

/** The moments that are reported to ad servers, by VAST's names. */
export const trackedEvents = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;
/** URLs by what they are called for: `impression`, `error`, and the moments of the spot. */
export type TrackingUrls = Record<'impression' | 'error' | (typeof trackedEvents)[number], string[]>;

export type MediaFile = { url: string; type: string; bitrate: number };
export type VastSpot = {
  /** Registry and ID of its UniversalAdId, otherwise where its audio is, or the hash of that. */
  id: string;
  /** s; null unless it says so. */
  seconds: number | null;
  media: MediaFile;
};
/** One document: a spot, a reference to another document, or nothing. */
export type VastDocument = { tracking: TrackingUrls } & (
  | { kind: 'spot'; spot: VastSpot }
  | { kind: 'wrapper'; url: string }
  | { kind: 'empty' }
);

/** Why a document is not used; `code` is VAST's for it, `errors` are where it is reported. */
export class VastProblem extends Error {
  readonly reason: ProviderRefusal;
  readonly code: number;
  readonly errors: readonly string[];
  constructor(reason: ProviderRefusal, code: number, errors: readonly string[] = []) {
    super(reason);
    this.name = 'VastProblem';
    this.reason = reason;
    this.code = code;
    this.errors = errors;
  }
}

const longestUrl = 4000;
/** URLs of one event, over all documents of an answer. */
export const mostUrls = 20;
/** Longer URLs don't fit into an index; they are known by their hash. */
const longestId = 500;

/**
 * Reads a VAST document of version 2 to 4: its first ad, whose audio is the best that can be played. Throws a VastProblem for
 * what is no VAST, declares entities, or has no audio.
 */
export const readVast = (text: string): VastDocument => {
  const root = treeOf(text);
  if (root.name !== 'VAST') throw new VastProblem('vast', 101);
  const [ad] = childrenOf(root, 'Ad').toSorted((a, b) => sequenceOf(a) - sequenceOf(b));
  const inline = child(ad, 'InLine');
  const wrapper = child(ad, 'Wrapper');
  const content = inline ?? wrapper;
  if (!content) return { kind: 'empty', tracking: { ...noUrls(), error: urlsOf(root, 'Error') } };
  const linear = linearOf(content);
  const tracking = trackingOf(content, linear?.linear);
  if (wrapper && !inline) {
    const url = urlsOf(wrapper, 'VASTAdTagURI')[0];
    if (url === undefined) throw new VastProblem('vast', 101, tracking.error);
    return { kind: 'wrapper', url, tracking };
  }
  return { kind: 'spot', spot: spotOf(linear, tracking.error), tracking };
};

export const noUrls = (): TrackingUrls => ({
  ...{ impression: [], error: [], start: [], firstQuartile: [] },
  ...{ midpoint: [], thirdQuartile: [], complete: [] },
});

const treeOf = (text: string): Element => {
  // XML contains none, and the database stores none.
  if (text.includes('\0')) throw new VastProblem('markup', 100);
  try {
    return readTree(text);
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error;
    throw new VastProblem(/entities/.test(error.message) ? 'entities' : 'markup', 100);
  }
};

/** Ads without a place in a pod go last. */
const sequenceOf = ({ attributes }: Element): number => Number(attributes['sequence'] ?? 'NaN') || 1000;

type FoundLinear = { creative: Element; linear: Element };

const linearOf = (content: Element): FoundLinear | undefined => {
  const creatives = child(content, 'Creatives');
  for (const creative of creatives ? childrenOf(creatives, 'Creative') : []) {
    const linear = child(creative, 'Linear');
    if (linear) return { creative, linear };
  }
  return undefined;
};

const trackingOf = (content: Element, linear: Element | undefined): TrackingUrls => {
  const urls = noUrls();
  urls.impression = urlsOf(content, 'Impression');
  urls.error = urlsOf(content, 'Error');
  const events = child(linear, 'TrackingEvents');
  for (const tracking of events ? childrenOf(events, 'Tracking') : []) {
    const event = trackedEvents.find((name) => name === tracking.attributes['event']);
    const url = webUrl(tracking.text);
    if (event && url !== undefined && urls[event].length < mostUrls) urls[event].push(url);
  }
  return urls;
};

const urlsOf = (element: Element, name: string): string[] =>
  childrenOf(element, name)
    .flatMap(({ text }) => webUrl(text) ?? [])
    .slice(0, mostUrls);

/** An absolute http(s) URL; its macros may be written with brackets. */
const webUrl = (text: string): string | undefined => {
  const url = text.trim();
  return url.length <= longestUrl && /^https?:\/\/[^\s/]/i.test(url) ? url : undefined;
};

const spotOf = (found: FoundLinear | undefined, errors: readonly string[]): VastSpot => {
  const files = child(found?.linear, 'MediaFiles');
  const media = (files ? [...childrenOf(files, 'Mezzanine'), ...childrenOf(files, 'MediaFile')] : [])
    .flatMap(mediaOf)
    .sort((a, b) => b.bitrate - a.bitrate)[0];
  if (!found || !media) throw new VastProblem('media', 403, errors);
  const universal = child(found.creative, 'UniversalAdId');
  const name = (universal?.attributes['idValue'] ?? universal?.text ?? '').trim();
  const registry = (universal?.attributes['idRegistry'] ?? '').trim();
  const isNamed = name !== '' && !/^unknown$/i.test(name) && name.length <= 200 && registry.length <= 100;
  return {
    id: isNamed ? `${registry} ${name}` : idOfUrl(media.url),
    seconds: secondsOf(textOf(found.linear, 'Duration')),
    media,
  };
};

const idOfUrl = (url: string): string =>
  url.length <= longestId ? url : `sha256 ${createHash('sha256').update(url).digest('hex')}`;

/** A file that plays by itself; a Mezzanine has no delivery and is better than the others. */
const mediaOf = ({ name, attributes, text }: Element): MediaFile[] => {
  const url = webUrl(text);
  const type = (attributes['type'] ?? '').trim().toLowerCase();
  const isPlayable = playable.has(type) && !/streaming/i.test(attributes['delivery'] ?? '');
  if (url === undefined || !isPlayable) return [];
  const bitrate = Number(attributes['bitrate'] ?? attributes['maxBitrate'] ?? '0') || 0;
  return [{ url, type, bitrate: name === 'Mezzanine' ? Infinity : bitrate }];
};

const playable = new Set([
  ...['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/aac', 'audio/aacp', 'audio/mp4', 'audio/x-m4a', 'audio/m4a'],
  ...['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/flac', 'audio/x-flac', 'audio/ogg'],
]);

const secondsOf = (text: string): number | null => {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};
