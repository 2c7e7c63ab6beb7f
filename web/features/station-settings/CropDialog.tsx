import { Button, Group, Modal, Slider, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { libraryErrors } from '#contract/texts/errors/library.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { Picture } from '#web/ui/Picture.tsx';
import { cropArea, drawCrop, moveView, type CropArea, type Size, type View } from './crop.ts';
import classes from './CropDialog.module.css';

type CropDialogProps = {
  /** What the picture is for, such as `logo`. */
  label: string;
  /** The picture's object URL; the caller revokes it after the dialog closes. */
  url: string;
  frame: Size;
  /** The most pixels of the result's width; twice those of the frame by default. */
  mostPixels?: number | undefined;
  busy: boolean;
  onCut: (file: File) => void;
  onClose: () => void;
};

const middle: View = { x: 0.5, y: 0.5, zoom: 1 };

/** Crops a picture to the frame: drag or use arrow keys to move it, zoom to enlarge it. */
export const CropDialog = ({ label, url, frame, mostPixels, busy, onCut, onClose }: CropDialogProps) => {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size>();
  const [isBroken, setBroken] = useState(false);
  const [view, setView] = useState(middle);
  const cut = size && cropArea(size, frame, view);
  const use = async (): Promise<void> => {
    if (!picture.current || !cut) return;
    onCut(await drawCrop(picture.current, frame, { cut, mostPixels, name: label }));
  };
  return (
    <Modal opened onClose={onClose} title={`Crop the ${label}`} size="lg">
      {isBroken && (
        <Text c="var(--mantine-color-error)" role="alert">
          {errorOf(libraryErrors, 'image.notImage').message}
        </Text>
      )}
      <div className={classes.row}>
        <Frame
          label={label}
          frame={frame}
          onMove={(by) => size && setView((from) => moveView(size, frame, from, by))}
          onZoom={(by) => setView((from) => ({ ...from, zoom: Math.min(4, Math.max(1, from.zoom * by)) }))}
        >
          <Picture
            ref={picture}
            src={url}
            draggable={false}
            style={isBroken ? whole : pictureStyle(cut, size)}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={() => setBroken(true)}
          />
        </Frame>
        <figure className={classes.preview}>
          <div style={{ width: frame.width / 2, height: frame.height / 2 }} className={classes.small}>
            <Picture src={url} style={isBroken ? whole : pictureStyle(cut, size)} />
          </div>
          <figcaption>
            {frame.width} × {frame.height}
          </figcaption>
        </figure>
      </div>
      <Text size="sm" mt="md" mb={6} id="crop-zoom">
        Zoom
      </Text>
      <Slider
        aria-labelledby="crop-zoom"
        thumbLabel="Zoom"
        min={1}
        max={4}
        step={0.05}
        label={(zoom) => `${Math.round(zoom * 100)} %`}
        value={view.zoom}
        onChange={(zoom) => setView((from) => ({ ...from, zoom }))}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void use()} loading={busy} disabled={!cut}>
          Crop
        </Button>
      </Group>
    </Modal>
  );
};

const whole: React.CSSProperties = { width: '100%', height: '100%' };

/** Positions the picture under the frame so that the crop fills it. */
const pictureStyle = (cut: CropArea | undefined, size: Size | undefined): React.CSSProperties =>
  cut && size
    ? {
        width: `${(size.width / cut.width) * 100}%`,
        height: `${(size.height / cut.height) * 100}%`,
        left: `${(-cut.x / cut.width) * 100}%`,
        top: `${(-cut.y / cut.height) * 100}%`,
      }
    : { visibility: 'hidden' };

type FrameProps = {
  label: string;
  frame: Size;
  /** `by` is in fractions of the frame's size. */
  onMove: (by: { x: number; y: number }) => void;
  onZoom: (by: number) => void;
  children: React.ReactNode;
};

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 0.03, y: 0 },
  ArrowRight: { x: -0.03, y: 0 },
  ArrowUp: { x: 0, y: 0.03 },
  ArrowDown: { x: 0, y: -0.03 },
};

const Frame = ({ label, frame, onMove, onZoom, children }: FrameProps) => (
  <div
    role="group"
    aria-label={`Crop area of the ${label}. Drag the picture or move it with the arrow keys.`}
    tabIndex={0}
    data-autofocus
    dir="ltr"
    className={classes.frame}
    style={{ aspectRatio: `${frame.width} / ${frame.height}` }}
    onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
    onPointerMove={(event) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const { width, height } = event.currentTarget.getBoundingClientRect();
      onMove({ x: event.movementX / width, y: event.movementY / height });
    }}
    onWheel={({ deltaY }) => onZoom(deltaY < 0 ? 1.06 : 1 / 1.06)}
    onKeyDown={(event) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      onMove(step);
    }}
  >
    {children}
  </div>
);
