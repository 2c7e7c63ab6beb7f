import { Button, FileButton, Group, SimpleGrid, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { libraryErrors } from '#contract/texts/errors/library.ts';
import { largeLogoSide, stationPictures } from '#contract/rules/limits.ts';
import type { Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { errorOf } from '#web/lib/error-of.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useStationPicture, type StationPicture } from '#web/parts/station-settings-queries.ts';
import classes from './StationPictures.module.css';

const CropDialog = lazy(() =>
  loadChunk(() => import('./CropDialog.tsx')).then((part) => ({ default: part.CropDialog })),
);

type StationPicturesProps = { station: Station; disabled: boolean };

/** The logo and the background of a station (spec §5: 170×170 and 420×300); each is cropped before upload. */
export const StationPictures = (props: StationPicturesProps) => (
  <Surface title="Pictures">
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
      <PictureField {...props} picture="logo" label="Logo" hint="Shown in players and directories." />
      <PictureField {...props} picture="background" label="Background" hint="Shown behind the station’s page." />
    </SimpleGrid>
  </Surface>
);

type PictureFieldProps = StationPicturesProps & { picture: StationPicture; label: string; hint: string };

const formats = ['image/jpeg', 'image/png', 'image/webp'] as const;

const PictureField = ({ station, disabled, picture, label, hint }: PictureFieldProps) => {
  const change = useStationPicture(station.key, picture);
  const [objectUrl, setObjectUrl] = useState<string>();
  const [error, setError] = useState<string>();
  useEffect(() => () => void (objectUrl !== undefined && URL.revokeObjectURL(objectUrl)), [objectUrl]);
  const frame = stationPictures[picture];
  const isOff = disabled || change.isPending;
  const choose = (file: File | null | undefined): void => {
    if (!file || isOff) return;
    const isPicture = (formats as readonly string[]).includes(file.type);
    setError(isPicture ? undefined : errorOf(libraryErrors, 'image.notImage').message);
    setObjectUrl(isPicture ? URL.createObjectURL(file) : undefined);
  };
  const onSaved = (verb: string) => ({
    onSuccess: () => (setObjectUrl(undefined), toastSuccess(`${label} ${verb}.`)),
  });
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => (event.preventDefault(), choose(event.dataTransfer.files[0]))}
    >
      <div className={classes.picture}>
        <CurrentPicture station={station} picture={picture} />
      </div>
      <Text size="sm" fw={500} mt="sm">
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {frame.width} × {frame.height} pixels. {hint} JPG, PNG or WebP.
      </Text>
      <Group gap="xs" mt="xs">
        <FileButton onChange={choose} accept={formats.join()} disabled={isOff}>
          {(button) => (
            <Button {...button} variant="default" size="xs" disabled={isOff}>
              {station[picture] === null ? 'Upload' : 'Replace'} {picture}
            </Button>
          )}
        </FileButton>
        {station[picture] !== null && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            disabled={isOff}
            onClick={() => change.mutate(null, onSaved('removed'))}
          >
            Remove {picture}
          </Button>
        )}
      </Group>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
          {error}
        </Text>
      )}
      <Suspense>
        {objectUrl !== undefined && (
          <CropDialog
            label={picture}
            url={objectUrl}
            frame={frame}
            mostPixels={picture === 'logo' ? largeLogoSide : undefined}
            busy={change.isPending}
            onCut={(file) => change.mutate(file, onSaved('saved'))}
            onClose={() => setObjectUrl(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
};

const CurrentPicture = ({ station, picture }: { station: Station; picture: StationPicture }) => {
  if (picture === 'logo') return <Artwork name={station.name} src={station.logo ?? undefined} size={120} />;
  return station.background === null ? (
    <div className={classes.empty}>No background yet</div>
  ) : (
    <Picture src={station.background} className={classes.background} />
  );
};
