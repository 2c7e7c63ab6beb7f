/** The differences between white labels (spec §1); screens read flags and wording, never a brand's name. */
export type Brand = {
  id: string;
  /** Used in page titles: "<page> - <name>". */
  name: string;
  flags: {
    automation: boolean;
    recordPodcast: boolean;
    importPodcast: boolean;
    createPodcast: boolean;
    defaultPodcastMethod: 'create' | 'record' | 'import';
    customStations: boolean;
    stationAlerts: boolean;
    onboarding: boolean;
    advertising: boolean;
    microsite: boolean;
    partners: boolean;
    subscriptions: boolean;
    portalContent: boolean;
    podcastAds: boolean;
    appAnalytics: boolean;
    ctlAnalytics: boolean;
    royaltyReports: boolean;
    players: boolean;
    /** Unused (spec §1: "one further tool flag"). */
    tool: boolean;
  };
  planNames: { starter: string; prime: string; premier: string; custom: string };
  wording: Wording;
  theme: BrandTheme;
  mark: BrandMark;
};

/** The brand's logo mark on a 32 × 32 grid: strokes and a filled dot. */
export type BrandMark = {
  strokes: readonly string[];
  dot: { x: number; y: number; r: number };
};

/** The brand's nouns, in all the forms that texts need. */
export type Wording = {
  Podcast: string;
  podcast: string;
  Podcasts: string;
  podcasts: string;
  AutoDJ: string;
};

export type BrandTheme = {
  /** Ten shades, light to dark. */
  primary: readonly [string, string, string, string, string, string, string, string, string, string];
  radius: 'sm' | 'md' | 'lg';
  fontFamily: string;
};

/** What we call ourselves to other servers, recognizable in every brand. */
export const userAgentOf = (product: string): string => `${product.replace(/[^\w.-]+/g, '-')}/1.0 (radio portal)`;

/** Fills a text with the brand's nouns and the refusal's details. */
export const fillText = (text: string, wording: Wording, details: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const word = name in wording ? wording[name as keyof Wording] : details[name];
    return word === undefined ? whole : String(word);
  });
