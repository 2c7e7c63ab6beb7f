/** What public pages say in one language, beside what players say (contract/rules/player-words.ts). */
export type PageWords = {
  listen: string;
  stop: string;
  programme: string;
  podcasts: string;
  episodes: string;
  people: string;
  contact: string;
  findUs: string;
  links: string;
  partners: string;
  pages: string;
  /** In place of `podcasts` where a brand says so. */
  shows: string;
  nowPlaying: string;
  onAir: string;
  about: string;
  now: string;
  /** Next on the air: when a presenter broadcasts. */
  next: string;
  /** `{zone}` is a time zone of the IANA. */
  timesIn: string;
  yourTimes: string;
  elsewhere: string;
  link: string;
  /** The code that shows a player on another website. */
  forWebsite: string;
  offline: string;
  terms: string;
  privacy: string;
  topics: string;
  /** Not for children. */
  explicit: string;
  /** No more episodes are to come. */
  complete: string;
  /** Where to listen to a podcast and to follow it. */
  follow: string;
  website: string;
  newer: string;
  older: string;
  /** `{n}` and `{total}` are numbers. */
  pageOf: string;
  noEpisodes: string;
  chapters: string;
  transcript: string;
  download: string;
  moreEpisodes: string;
  season: string;
  episode: string;
  trailer: string;
  bonus: string;
  back: string;
  forward: string;
  position: string;
  speed: string;
  notFound: string;
  notFoundReason: string;
  /** The button that starts a search. */
  search: string;
};
