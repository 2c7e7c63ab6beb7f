/** Whom a request is about; without one, values are those of a trial. */
export type AskedListener = { ip: string; user_agent: string; referer: string };

export type MacroFacts = {
  now: Date;
  /** Our user agent. */
  agent: string;
  /** A number that is new in each URL. */
  random(): number;
  listener?: AskedListener | undefined;
  /** Where listeners are for whom nobody in particular is asked for. */
  country?: string | undefined;
  /** The answer that a report is about. */
  ticket?: { id: string; adId: string; mediaUrl: string };
  errorCode?: number;
};

/** VAST's value for what is not known. */
const unknown = '-1';

/**
 * A URL with its VAST 4.x macros replaced, each encoded for a URL; of those that we can't know, VAST's value for
 * unknown. Written in brackets, also encoded ones (`%5BTIMESTAMP%5D`).
 */
export const expandMacros = (url: string, facts: MacroFacts): string =>
  url.replace(/(?:\[|%5B)([A-Z][A-Z0-9_]{1,40})(?:\]|%5D)/gi, (whole, name: string) =>
    name === name.toUpperCase() ? encodeURIComponent(valueOf(name, facts)) : whole,
  );

const valueOf = (name: string, facts: MacroFacts): string => (values[name] ?? (() => unknown))(facts);

const values: Record<string, (facts: MacroFacts) => string> = {
  TIMESTAMP: ({ now }) => now.toISOString(),
  CACHEBUSTING: ({ random }) => String(Math.floor(10_000_000 + random() * 89_999_999)),
  DEVICEIP: ({ listener }) => listener?.ip ?? unknown,
  IPADDRESS: ({ listener }) => listener?.ip ?? unknown,
  DEVICEUA: ({ listener }) => listener?.user_agent || unknown,
  // No macro of VAST: the country of listeners who are not named.
  COUNTRY: ({ country }) => country || unknown,
  PAGEURL: ({ listener }) => listener?.referer || unknown,
  DOMAIN: ({ listener }) => URL.parse(listener?.referer ?? '')?.hostname ?? unknown,
  SERVERUA: ({ agent }) => agent,
  // Asked and reported by a server, for a device.
  SERVERSIDE: () => '2',
  ADTYPE: () => 'audio',
  ADCOUNT: () => '1',
  BREAKPOSITION: () => '2',
  BREAKMAXADS: () => '1',
  BREAKMAXADLENGTH: () => '30',
  MEDIAMIME: () => 'audio/mpeg,audio/aac,audio/mp4,audio/wav',
  PLAYERCAPABILITIES: () => 'mute',
  VASTVERSIONS: () => '2,3,5,6,7,8,11,12,13,14',
  INVENTORYSTATE: () => 'autoplayed',
  PLACEMENTTYPE: () => '1',
  LIMITADTRACKING: () => unknown,
  TRANSACTIONID: ({ ticket }) => ticket?.id ?? unknown,
  UNIVERSALADID: ({ ticket }) => ticket?.adId ?? unknown,
  ASSETURI: ({ ticket }) => ticket?.mediaUrl ?? unknown,
  ERRORCODE: ({ errorCode }) => (errorCode === undefined ? unknown : String(errorCode)),
};

/** The headers by which a server says for which device it asks and reports (VAST 4.3 §1.1.3). */
export const deviceHeaders = (listener: AskedListener | undefined): Record<string, string> =>
  listener
    ? {
        'x-device-ip': listener.ip,
        ...(listener.user_agent !== '' && { 'x-device-user-agent': headerText(listener.user_agent) }),
        ...(listener.referer !== '' && { 'x-device-referer': headerText(listener.referer) }),
      }
    : {};

/** Only what a header may contain. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 1000);
