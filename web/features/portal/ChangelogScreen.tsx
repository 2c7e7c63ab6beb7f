import { IconSparkles } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChangelogEntries } from './ChangelogEntries.tsx';
import { changelogQuery } from './queries.ts';

/** `/changelog`: the portal's changelog; opening it marks the latest entry as seen. */
export const ChangelogScreen = () => {
  const { changelog: seen } = usePreferences();
  const { data } = useSuspenseQuery(changelogQuery);
  const latest = data.items[0]?.id;
  useEffect(() => {
    if (latest !== undefined && latest !== seen) setPreferences({ changelog: latest });
  }, [latest, seen]);
  return (
    <>
      <PageHeader title="What’s new" />
      {data.items.length === 0 ? (
        <Surface>
          <EmptyState icon={<IconSparkles size={30} />} title="No entries yet">
            Changes to the portal are announced here.
          </EmptyState>
        </Surface>
      ) : (
        <ChangelogEntries items={data.items} />
      )}
    </>
  );
};
