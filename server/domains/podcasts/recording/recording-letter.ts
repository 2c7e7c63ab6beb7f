import type { Recording } from '#contract/recording-schedules.ts';
import type { Letter } from '#server/kernel/kernel.ts';

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
  refused: 'The recording could not be made into an episode.',
  abandoned: 'The server stopped twice while it made an episode of the recording.',
};

/** Tells that nothing was recorded, and why. */
export const failureLetter = ({
  name,
  begins,
  timezone,
  station,
  podcast,
  reason,
  url,
}: Failed): Omit<Letter, 'to'> => {
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  return {
    subject: `“${name}” was not recorded`,
    paragraphs: [
      `“${name}” of ${podcast} was to be recorded from ${station} on ${when.format(begins)} (${timezone}). There is no episode of it.`,
      reasons[reason],
    ],
    action: { label: 'See the recordings', url },
  };
};
