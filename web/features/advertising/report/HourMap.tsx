import { count } from '#web/lib/format.ts';
import { dayNames, shortDay } from '#web/lib/week-days.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Report.module.css';

const dayHours = 24;

/** The impressions of each hour of the week, Monday first: the stronger the colour, the more. */
export const HourMap = ({ hours, timezone }: { hours: readonly number[]; timezone: string }) => {
  const most = Math.max(...hours);
  if (!(most > 0)) return null;
  const peak = hours.indexOf(most);
  const hourName = (hour: number): string =>
    `${shortDay(Math.floor(hour / dayHours) + 1)} ${clockName(hour % dayHours)}`;
  return (
    <Surface
      title="By hour of the week"
      description={`Most on ${hourName(peak)}, in ${timezone.replaceAll('_', ' ')}`}
      mt="md"
    >
      <div className={classes.map} role="img" aria-label={`Impressions by hour of the week, most on ${hourName(peak)}`}>
        {dayNames.map((name, day) => (
          <div key={name} className={classes.day}>
            <span className={classes.dayName}>{shortDay(day + 1)}</span>
            {hours.slice(day * dayHours, (day + 1) * dayHours).map((value, hour) => (
              <span
                key={`${name}${String(hour)}`}
                className={classes.hour}
                title={`${hourName(day * dayHours + hour)}: ${count(value, 'impression')}`}
                style={{ opacity: value === 0 ? 0.08 : 0.2 + (value / most) * 0.8 }}
              />
            ))}
          </div>
        ))}
        <div className={classes.day} aria-hidden>
          <span className={classes.dayName} />
          {Array.from({ length: dayHours }, (_, hour) => (
            <span key={hour} className={classes.hourName}>
              {hour % 6 === 0 ? clockName(hour) : ''}
            </span>
          ))}
        </div>
      </div>
    </Surface>
  );
};

const clockName = (hour: number): string => `${String(hour % 12 === 0 ? 12 : hour % 12)} ${hour < 12 ? 'AM' : 'PM'}`;
