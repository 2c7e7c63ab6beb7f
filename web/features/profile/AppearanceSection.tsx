import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { setPreferences, usePreferences, type Direction, type ThemeChoice } from '#web/lib/preferences.ts';
import { Surface } from '#web/ui/Surface.tsx';

/** How the portal looks to the person, at once and wherever they sign in. */
export const AppearanceSection = () => {
  const { theme, direction } = usePreferences();
  return (
    <Surface id="appearance" title="Appearance" description="Changes at once, and is kept for you on every device.">
      <Radio.Group label="Theme" value={theme} onChange={(chosen) => setPreferences({ theme: chosen as ThemeChoice })}>
        <Stack gap="xs" mt="xs">
          <Radio value="auto" label="Like the system" />
          <Radio value="light" label="Light" />
          <Radio value="semi-dark" label="Light, with dark navigation" />
          <Radio value="dark" label="Dark" />
        </Stack>
      </Radio.Group>
      <Text size="sm" fw={500} mt="lg" mb={6} id="direction-label">
        Direction of the page
      </Text>
      <SegmentedControl
        aria-labelledby="direction-label"
        value={direction}
        onChange={(chosen) => setPreferences({ direction: chosen as Direction })}
        data={[
          { value: 'ltr', label: 'Left to right' },
          { value: 'rtl', label: 'Right to left' },
        ]}
      />
    </Surface>
  );
};
