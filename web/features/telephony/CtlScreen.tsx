import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { HearPanel } from './HearPanel.tsx';
import { LineEnds } from './LineEnds.tsx';
import { LineRequestPanel } from './LineRequestPanel.tsx';
import { NumbersPanel } from './NumbersPanel.tsx';
import { PromptPanel } from './PromptPanel.tsx';
import { lineQuery, lineRequestQuery } from './queries.ts';
import { RecentCalls } from './RecentCalls.tsx';
import { SandboxNote } from './SandboxNote.tsx';
import classes from './Telephony.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/ctl`: the phone numbers of a station, what its callers hear first, and the last calls. */
export const CtlScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: line } = useSuspenseQuery(lineQuery(stationKey));
  const { data: request } = useSuspenseQuery(lineRequestQuery(stationKey));
  const mayChange = useMay('station.update', { accountKey, stationKey }) && !station.suspended;
  usePageTitle(`${station.name}: Call-To-Listen`);
  const shared = { accountKey, stationKey, mayChange };
  return (
    <div className={classes.page}>
      {line.sandbox && <SandboxNote />}
      {request.ends !== null && <LineEnds day={request.ends} accountKey={accountKey} />}
      {line.numbers.length === 0 ? (
        <LineRequestPanel {...shared} request={request} isRelay={station.master !== null} />
      ) : (
        <>
          <NumbersPanel {...shared} line={line} />
          <PromptPanel {...shared} prompt={line.prompt} />
          {mayChange && <HearPanel stationKey={stationKey} />}
          <RecentCalls {...shared} />
        </>
      )}
    </div>
  );
};
