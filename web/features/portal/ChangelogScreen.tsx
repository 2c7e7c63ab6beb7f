import { IconSparkles } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { ChangelogEntries } from './ChangelogEntries.tsx';
import { changelogQuery } from './queries.ts';

/** `/changelog`: what is new in the portal; looking at it counts as having seen it. */
export const ChangelogScreen = () => {
  const { changelog: seen } = usePreferences();
  const { data } = useSuspenseQuery(changelogQuery);
  const latest = data.items[0]?.id;
  useEffect(() => {
    if (latest !== undefined && latest !== seen) setPreferences({ changelog: latest });
  }, [latest, seen]);
  return (
    <>
      <PageHeader title="What is new" />
      {data.items.length === 0 ? (
        <Surface>
          <Teach icon={<IconSparkles size={30} />} title="Nothing yet">
            As soon as something changes in the portal, you read of it here.
          </Teach>
        </Surface>
      ) : (
        <ChangelogEntries items={data.items} />
      )}
    </>
  );
};
