import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import {
  encoderProfile,
  encoderPrograms,
  type EncoderLogin,
  type EncoderProgram,
} from '#contract/api/encoder-profiles.ts';
import type { EncoderSettings } from '#contract/api/stations.ts';
import { saveFile } from '#web/lib/save-file.ts';

type ProfileButtonsProps = {
  /** The station's name, which the profile gets. */
  station: string;
  settings: z.infer<typeof EncoderSettings>;
  login: EncoderLogin | (() => Promise<EncoderLogin>);
};

const names: Record<EncoderProgram, string> = { butt: 'BUTT', mixxx: 'Mixxx' };

/** Downloads the settings of an encoder, with its password, as a file of its program. */
export const ProfileButtons = ({ station, settings, login }: ProfileButtonsProps) => {
  const download = async (program: EncoderProgram): Promise<void> => {
    const known = typeof login === 'function' ? await login() : login;
    const { filename, type, text } = encoderProfile(program, station, settings, known);
    saveFile(new Blob([text], { type }), filename);
  };
  return (
    <Group gap="xs">
      {encoderPrograms.map((program) => (
        <Button
          key={program}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(program).catch(() => undefined)}
        >
          Profile for {names[program]}
        </Button>
      ))}
    </Group>
  );
};
