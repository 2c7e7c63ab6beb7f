import { IconTableExport } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Shown while the account has no station. */
export const NoStation = () => (
  <Surface>
    <EmptyState icon={<IconTableExport size={30} />} title="No stations yet">
      Once a station of this account is on the air, you can download its listening sessions for your own analysis.
    </EmptyState>
  </Surface>
);
