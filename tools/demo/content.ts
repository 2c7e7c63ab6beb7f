import type { InputOf } from '#contract/api/http.ts';
import type { portal } from '#contract/api/portal.ts';

/* Notifications, posts, changelog and partners of the demo portal. */

type Body<E> = InputOf<E> extends { body: infer B } ? B : never;
/** `starts`, `stops` and `days` are days from today; colours are hues in degrees. */
export type DemoPost = Omit<Body<(typeof portal)['addPost']>, 'startSending' | 'stopSending'> & {
  hues: [number, number] | null;
  starts: number;
  stops: number | null;
};

const everyone = { isNegated: false, values: [] };
const noRules = { browserLanguage: everyone, plans: everyone };

export const notifications: (Omit<Body<(typeof portal)['addNotification']>, 'until'> & { stops: number | null })[] = [
  {
    title: 'Maintenance on Tuesday night',
    text: 'Reports may be late by up to ten minutes on Tuesday between 02:00 and 03:00 UTC. Your stations stay on the air.',
    level: 'warning',
    stops: 6,
  },
  {
    title: 'Levelled by itself',
    text: 'Every track you upload is now brought to the same loudness. Nothing to switch on.',
    level: 'success',
    stops: null,
  },
  {
    title: 'Tell us what you miss',
    text: 'We plan the first quarter: five questions, two minutes.',
    level: 'info',
    link: 'https://feedback.example/first-quarter',
    stops: 30,
  },
];

export const posts: DemoPost[] = [
  {
    title: 'Your listeners, minute by minute',
    contentHtml:
      '<p>The chart by the minute shows when people came and when they left. Open <strong>Analytics</strong>, choose a single day and look at the evening: the dip at the full hour is your news.</p><ul><li><p>Peaks count everybody who was heard in that minute.</p></li><li><p>Days are those of your station’s time zone.</p></li></ul>',
    format: 'large',
    imageTargetUrl: 'https://blog.example/minute-by-minute',
    rules: noRules,
    hues: [205, 265],
    starts: -2,
    stops: null,
  },
  {
    title: 'A second station costs less than you think',
    contentHtml:
      '<p>Many of you run one station and have the music for two. With <em>{prime}</em> there is room for three, and a year costs as much as ten months.</p>',
    format: 'small',
    imageTargetUrl: '',
    rules: { browserLanguage: everyone, plans: { isNegated: false, values: ['FREE', 'starter'] } },
    hues: [20, 330],
    starts: -9,
    stops: 45,
  },
  {
    title: 'Radiotage in Hamburg: wir sind dabei',
    contentHtml:
      '<p>Vom 3. bis 5. Dezember stehen wir in Halle 2. Bringt eure Fragen zum Sendebetrieb mit, der Kaffee geht auf uns.</p>',
    format: 'banner',
    imageTargetUrl: 'https://radiotage.example',
    rules: { browserLanguage: { isNegated: false, values: ['de'] }, plans: everyone },
    hues: [165, 205],
    starts: -1,
    stops: 14,
  },
];

type DemoEntry = Omit<Body<(typeof portal)['addChangelog']>, 'date'> & { days: number };
export const changelog: DemoEntry[] = [
  {
    title: 'Invite people to an account or a single station',
    version: '1.3.0',
    kind: 'added',
    contentHtml:
      '<p>Owners, admins and staff are invited by e-mail. Whoever is asked accepts in the header or by the letter; a role can be changed and taken at any time.</p>',
    days: -1,
  },
  {
    title: 'Plans say what they allow before you run into it',
    version: '1.3.0',
    kind: 'changed',
    contentHtml: '<p>Stations, tracks and bit rates are shown against what your plan allows.</p>',
    days: -1,
  },
  {
    title: 'Live encoders that stop sending are let go after two seconds',
    version: '1.2.4',
    kind: 'fixed',
    contentHtml: '<p>{AutoDJ} takes over at once, without a gap.</p>',
    days: -12,
  },
  {
    title: 'Listening by the minute',
    version: '1.2.0',
    kind: 'added',
    contentHtml: '<p>Single days have a chart by the minute, with the peak marked.</p>',
    days: -31,
  },
  {
    title: 'The old statistics page',
    version: '1.2.0',
    kind: 'removed',
    contentHtml: '<p>Everything it showed is in Analytics.</p>',
    days: -31,
  },
];

export const partners: (Body<(typeof portal)['addPartner']> & { hues: [number, number] })[] = [
  {
    slug: 'northwave-encoders',
    name: 'Northwave Encoders',
    description: 'Hardware encoders for outside broadcasts, with a button for our servers.',
    website: 'https://northwave.example',
    email: 'partners@northwave.example',
    ref_code: 'northwave',
    public: true,
    hues: [215, 240],
  },
  {
    slug: 'spokenwell',
    name: 'Spokenwell',
    description: 'Voices for station imaging in fourteen languages.',
    website: 'https://spokenwell.example',
    email: 'hello@spokenwell.example',
    ads_txt: 'spokenwell.example, pub-2210, RESELLER, f08c47fec0942fa0',
    public: true,
    hues: [350, 30],
  },
  {
    slug: 'ledger-and-tone',
    name: 'Ledger & Tone',
    description: 'Royalty reporting for community radio. Not taking new customers this winter.',
    website: 'https://ledgerandtone.example',
    email: '',
    active: false,
    hues: [95, 140],
  },
];
