import type { SpotEvent } from '#contract/engine/engine.ts';
import { withJson } from '#streaming/spool/event-json.ts';
import type { Session } from './sessions.ts';
import { quartileOf, slotOf, type HeardSpot } from './spot-marks.ts';

/** What a listener hears in a break, and what has been written of it. */
export type EventSubject = {
  readonly spots: readonly HeardSpot[];
  readonly leases: readonly string[];
  /** Who has heard it, as the beginning of JSON; then with what all events of one spot say, of the spot in `slot`. */
  who: string;
  about: string;
  slot: number;
};

/** Nothing has been written yet. */
export const nothingWritten = { who: '', about: '', slot: -1 } as const;

export type SpotEvents = {
  /** The event of a mark that a listener has heard. */
  heard(session: Session, subject: EventSubject, mark: number): SpotEvent;
  /** The event that takes a spot back which was cut short. */
  cut(session: Session, subject: EventSubject, slot: number): SpotEvent;
};

/** The events of one break, whose JSON is put together from parts that many listeners have in common. */
export const createSpotEvents = (of: { breakId: string; kind: 'pre' | 'mid' }): SpotEvents => {
  const spotTexts = new Map<HeardSpot, string[]>();
  let ends: { at: number; texts: string[] } = { at: 0, texts: [] };

  /** What all events of a listener's spot have in common, as the beginning of their JSON. */
  const aboutSpot = (session: Session, subject: EventSubject, slot: number): string => {
    if (subject.slot === slot) return subject.about;
    if (subject.who === '') subject.who = jsonOfListener(session);
    subject.slot = slot;
    subject.about = `${subject.who}${jsonOfSpot(subject.spots[slot]!, slot)}${JSON.stringify(subject.leases[slot])}`;
    return subject.about;
  };
  /** The part that is the same for everyone who hears a spot at the same place of the break. */
  const jsonOfSpot = (heard: HeardSpot, slot: number): string => {
    const texts = spotTexts.get(heard) ?? [];
    if (texts[slot] !== undefined) return texts[slot];
    spotTexts.set(heard, texts);
    const { campaign, spot } = heard;
    const what = { type: 'spot', campaign: campaign.key, spot, break_id: of.breakId, slot, kind: of.kind };
    return (texts[slot] = `${JSON.stringify(what).slice(1, -1)},"lease":`);
  };
  /** The end of an event's JSON, which is the same for all listeners who reach a quarter at once. */
  const endOf = ({ at, quartile }: SpotEvent): string => {
    if (ends.at !== at) ends = { at, texts: [] };
    return (ends.texts[quartile] ??= `,"at":${at},"quartile":${quartile}}`);
  };
  const eventOf = (
    session: Session,
    { spots, leases }: EventSubject,
    slot: number,
    quartile: SpotEvent['quartile'],
  ): SpotEvent => {
    const { campaign, spot } = spots[slot]!;
    return {
      type: 'spot',
      station: session.station as SpotEvent['station'],
      account: session.account as SpotEvent['account'],
      at: Date.now(),
      campaign: campaign.key,
      session: session.session,
      quartile,
      ip: session.ip,
      user_agent: session.user_agent,
      referer: session.referer,
      output: session.output,
      spot,
      lease: leases[slot],
      break_id: of.breakId,
      slot,
      kind: of.kind,
    };
  };

  return {
    heard(session, subject, mark) {
      const slot = slotOf(mark);
      const event = eventOf(session, subject, slot, quartileOf(mark));
      return withJson(event, aboutSpot(session, subject, slot) + endOf(event));
    },
    cut: (session, subject, slot) => ({ ...eventOf(session, subject, slot, 0), cut: true }),
  };
};

const jsonOfListener = ({ station, account, session, ip, user_agent, referer, output }: Session): string =>
  `${JSON.stringify({ station, account, session, ip, user_agent, referer, output }).slice(0, -1)},`;
