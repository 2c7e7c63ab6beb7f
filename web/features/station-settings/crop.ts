export type Size = { width: number; height: number };
/** How a picture is looked at: its middle as shares of its width and height, and how much nearer than needed. */
export type View = { x: number; y: number; zoom: number };
/** A part of a picture, in its own pixels. */
export type Cut = Size & { x: number; y: number };

/** The part of a picture that fills the frame; it never reaches over the picture's edge. */
export const cutOf = (picture: Size, frame: Size, view: View): Cut => {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height) / view.zoom;
  const [width, height] = [frame.width * scale, frame.height * scale];
  return {
    width,
    height,
    x: within(view.x * picture.width - width / 2, picture.width - width),
    y: within(view.y * picture.height - height / 2, picture.height - height),
  };
};

/** The view after the picture was moved under the frame, by shares of the frame; it stops at the edges. */
export const moved = (picture: Size, frame: Size, view: View, by: { x: number; y: number }): View => {
  const cut = cutOf(picture, frame, view);
  return {
    zoom: view.zoom,
    x: (within(cut.x - by.x * cut.width, picture.width - cut.width) + cut.width / 2) / picture.width,
    y: (within(cut.y - by.y * cut.height, picture.height - cut.height) + cut.height / 2) / picture.height,
  };
};

/** The file that is sent: the part at no more than twice the frame's size, and never larger than it is. */
export const drawCut = async (picture: HTMLImageElement, frame: Size, cut: Cut, name: string): Promise<File> => {
  const width = Math.max(1, Math.round(Math.min(cut.width, frame.width * 2)));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * frame.height) / frame.width));
  const to = canvas.getContext('2d');
  if (!to) throw new Error('This browser draws no pictures.');
  to.imageSmoothingQuality = 'high';
  to.drawImage(picture, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser draws no pictures.');
  return new File([blob], `${name}.png`, { type: blob.type });
};

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), Math.max(most, 0));
