import { Button, Group, Text } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { forecastLimits, latestDays, nearGoal, type CampaignForecast } from '#contract/api/campaign-forecast.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { capital, day, whole } from '#web/lib/format.ts';
import type { CampaignValues } from './campaign-form.ts';
import classes from './Form.module.css';
import { remedyOf, type Remedy } from './remedies.ts';

type ForecastLimitsProps = { forecast: CampaignForecast; onStations: (keys: StationKey[]) => void };

const shownContending = 3;

/** What holds a campaign back, each with the change that lifts it, and whom it takes impressions from. */
export const ForecastLimits = ({ forecast, onStations }: ForecastLimitsProps) => {
  const { control, setValue } = useFormContext<CampaignValues>();
  const values = useWatch({ control }) as CampaignValues;
  const { limitedBy, contending, reachedBy, goal, expected } = forecast;
  const apply = ({ change, everyStation }: Remedy): void => {
    for (const [name, value] of Object.entries(change))
      setValue(name as keyof CampaignValues, value as never, { shouldDirty: true, shouldValidate: true });
    if (everyStation) onStations([]);
  };
  const isShort = expected < goal * nearGoal;
  return (
    <>
      {limitedBy.length > 0 && (
        <Text size="sm" c="dimmed" mt="md" aria-hidden>
          Limited by
        </Text>
      )}
      {limitedBy.length > 0 && (
        <ul className={classes.limits} aria-label="Limited by">
          {limitedBy.map(({ by, loss }) => {
            const remedy = remedyOf(by, values);
            return (
              <li key={by}>
                <Text size="sm">
                  {capital(forecastLimits[by])} <span className="numbers">−{whole(loss)}</span>
                </Text>
                {remedy && (
                  <Button size="compact-xs" variant="light" onClick={() => apply(remedy)}>
                    {remedy.label}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isShort && !reachedBy && (
        <Text size="sm" c="dimmed" mt="sm">
          A later last day within {latestDays} days does not reach the goal.
        </Text>
      )}
      {isShort && (
        <Group gap="xs" mt="sm">
          {reachedBy && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => apply({ label: '', change: { endDate: reachedBy } })}
            >
              Run until {day(reachedBy)}
            </Button>
          )}
          {expected > 0 && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => apply({ label: '', change: { impressionLimit: expected } })}
            >
              Lower the goal to {whole(expected)}
            </Button>
          )}
        </Group>
      )}
      {contending.length > 0 && (
        <>
          <Text size="sm" mt="md">
            Takes impressions from
          </Text>
          <Text component="ul" size="sm" c="dimmed" my={4} ps="md">
            {contending.slice(0, shownContending).map(({ id, name, impressions }) => (
              <li key={id}>
                <bdi>{name}</bdi>: <span className="numbers">{whole(impressions)}</span>
              </li>
            ))}
          </Text>
          {contending.length > shownContending && (
            <Text size="sm" c="dimmed">
              and {contending.length - shownContending} more.
            </Text>
          )}
        </>
      )}
    </>
  );
};
