import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { day as dayText } from '#web/lib/format.ts';

/** The plan no longer includes phone numbers: until when the station keeps its own. */
export const LineEnds = ({ day, accountKey }: { day: string; accountKey: AccountKey }) => (
  <Alert color="red" title={`The phone number works until ${dayText(day.slice(0, 10))}`}>
    Your plan no longer includes Call-To-Listen. The station keeps its number with a{' '}
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
    >
      plan that includes it
    </Anchor>
    , or with the add-on of this station.
  </Alert>
);
