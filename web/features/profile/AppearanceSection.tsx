import { Radio, Stack, Text } from '@mantine/core';
import { setPreferences, usePreferences, type ThemeChoice } from '#web/lib/preferences.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';

/** Theme and text direction; applied immediately and stored for all devices. */
export const AppearanceSection = () => {
  const { theme, direction } = usePreferences();
  return (
    <Surface id="appearance" title="Appearance" description="Applies immediately and on all your devices.">
      <Radio.Group label="Theme" value={theme} onChange={(chosen) => setPreferences({ theme: chosen as ThemeChoice })}>
        <Stack gap="xs" mt="xs">
          <Radio value="auto" label="System default" />
          <Radio value="light" label="Light" />
          <Radio value="semi-dark" label="Light, with dark navigation" />
          <Radio value="dark" label="Dark" />
        </Stack>
      </Radio.Group>
      <Text size="sm" fw={500} mt="lg" mb={6} id="direction-label">
        Text direction
      </Text>
      <Segments
        aria-labelledby="direction-label"
        value={direction}
        onChange={(chosen) => setPreferences({ direction: chosen })}
        data={[
          { value: 'ltr', label: 'Left to right' },
          { value: 'rtl', label: 'Right to left' },
        ]}
      />
    </Surface>
  );
};
