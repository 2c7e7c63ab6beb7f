import { useQuery } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { cueOffsetText } from './break-texts.ts';
import { cueOffsetQuery } from './queries.ts';

/** What is learnt about the cues of a station's encoder. */
export const CueOffsetText = ({ stationKey }: { stationKey: StationKey }) => {
  const { data, isError } = useQuery(cueOffsetQuery(stationKey));
  return (
    <span>
      The sound of your encoder goes on the air two seconds later, from its next connection on.{' '}
      {isError ? 'What is learnt about its titles can’t be shown now.' : data && cueOffsetText(data)}
    </span>
  );
};
