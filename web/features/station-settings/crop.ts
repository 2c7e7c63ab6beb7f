export type Size = { width: number; height: number };
/** The visible area of a picture: its centre as fractions of width and height, and the zoom (1 fills the frame). */
export type View = { x: number; y: number; zoom: number };
/** An area of a picture, in the picture's pixels. */
export type CropArea = Size & { x: number; y: number };

/** The area of a picture that fills the frame; it never exceeds the picture's edges. */
export const cropArea = (picture: Size, frame: Size, view: View): CropArea => {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height) / view.zoom;
  const [width, height] = [frame.width * scale, frame.height * scale];
  return {
    width,
    height,
    x: clamp(view.x * picture.width - width / 2, picture.width - width),
    y: clamp(view.y * picture.height - height / 2, picture.height - height),
  };
};

/** The view after the picture is moved under the frame by fractions of the frame; it stops at the edges. */
export const moveView = (picture: Size, frame: Size, view: View, by: { x: number; y: number }): View => {
  const cut = cropArea(picture, frame, view);
  return {
    zoom: view.zoom,
    x: (clamp(cut.x - by.x * cut.width, picture.width - cut.width) + cut.width / 2) / picture.width,
    y: (clamp(cut.y - by.y * cut.height, picture.height - cut.height) + cut.height / 2) / picture.height,
  };
};

type Drawn = { cut: CropArea; mostPixels: number | undefined; name: string };

/** Draws the crop as a PNG file, by default at most twice the frame's size, and never enlarged. */
export const drawCrop = async (
  picture: HTMLImageElement,
  frame: Size,
  { cut, mostPixels = frame.width * 2, name }: Drawn,
): Promise<File> => {
  const width = Math.max(1, Math.round(Math.min(cut.width, mostPixels)));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * frame.height) / frame.width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot crop pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot crop pictures.');
  return new File([blob], `${name}.png`, { type: blob.type });
};

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), Math.max(max, 0));
