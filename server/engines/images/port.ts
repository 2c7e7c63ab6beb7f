/** What of a picture is kept: `cover` cuts it to the shape, `contain` keeps all of it within the bounds. */
export type ImageShape = { width: number; height: number; fit: 'cover' | 'contain' };

export type ImageEngine = {
  /**
   * Decodes a JPEG, PNG or WebP file and encodes it anew as WebP, so that nothing of the uploaded bytes is ever served.
   * Animated pictures keep their first frame; small ones are not blown up. Refuses `image.notImage`, and
   * `image.tooManyPixels` before decoding.
   */
  remake(path: string, shape: ImageShape): Promise<{ data: Buffer; width: number; height: number }>;
};
