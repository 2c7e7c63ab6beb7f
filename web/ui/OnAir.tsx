import type { StationLive } from '#contract/api/session.ts';
import { wording } from '#brand/wording.ts';
import classes from './OnAir.module.css';

type State = Pick<StationLive, 'status' | 'source'>;

/** The state of a station: live, its fallback source, silence, or off the air. */
export const OnAir = ({ live, size = 'md' }: { live: State | undefined; size?: 'sm' | 'md' }) => {
  const { kind, text } = describe(live);
  return (
    <span className={classes.root} data-kind={kind} data-size={size}>
      <span className={classes.dot} aria-hidden />
      {text}
    </span>
  );
};

const describe = (live: State | undefined): { kind: string; text: string } => {
  if (!live) return { kind: 'unknown', text: 'Checking…' };
  if (live.status === 'starting') return { kind: 'changing', text: 'Starting' };
  if (live.status === 'stopping') return { kind: 'changing', text: 'Stopping' };
  if (live.status === 'inactive') return { kind: 'off', text: 'Off air' };
  if (live.source === 'live') return { kind: 'live', text: 'Live' };
  if (live.source === 'automation') return { kind: 'autodj', text: 'Automation' };
  if (live.source === 'relay') return { kind: 'live', text: 'Relay' };
  if (live.source === 'failover') return { kind: 'autodj', text: 'Fail-over' };
  if (live.source === 'autodj') return { kind: 'autodj', text: wording.AutoDJ };
  if (live.source === 'silence') return { kind: 'silence', text: 'Silence' };
  return { kind: 'waiting', text: 'Waiting' };
};
