import type { Recording } from '#contract/api/recording-schedules.ts';
import type { Email } from '#server/kernel/kernel.ts';

type Failed = {
  name: string;
  begins: Date;
  timezone: string;
  station: string;
  podcast: string;
  reason: NonNullable<Recording['reason']>;
  url: string;
};

const reasons: Record<Failed['reason'], string> = {
  offAir: 'The station was off the air the whole time.',
  disk: 'The disk of the streaming server was full.',
  engine: 'The streaming server could not record.',
  refused: 'The recording could not be turned into an episode.',
  abandoned: 'The server stopped twice while turning the recording into an episode.',
};

/** The e-mail about a failed recording, with the reason. */
export const failureEmail = ({ name, begins, timezone, station, podcast, reason, url }: Failed): Omit<Email, 'to'> => {
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  return {
    subject: `“${name}” was not recorded`,
    paragraphs: [
      `“${name}” was scheduled to be recorded from ${station} for ${podcast} on ${when.format(begins)} (${timezone}). The recording failed, so there is no episode.`,
      reasons[reason],
    ],
    action: { label: 'View recordings', url },
  };
};
