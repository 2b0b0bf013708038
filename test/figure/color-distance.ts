/** Linear red, green and blue in [0, 1] of "#rrggbb". */
const linear = (color: string): number[] =>
  [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));

/** What eyes make of a colour. Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model", severity 1. */
export const EYES = {
  "full colour vision": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const;

type Lab = readonly [L: number, a: number, b: number];

/** CIELAB under D65, of a colour as such eyes see it. */
export function labOf(color: string, eyes: keyof typeof EYES = "full colour vision"): Lab {
  const rgb = linear(color);
  const [r, g, b] = EYES[eyes].map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  );
  const [x, y, z] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((value) => (value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27) * (value / 116) + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = Math.PI / 180;

/** CIEDE2000 of two colours. Sharma, Wu and Dalal 2005. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7))) / 2;
  const [c1, c2] = [Math.hypot(a1 * (1 + g), b1), Math.hypot(a2 * (1 + g), b2)];
  const hueOf = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degrees + 360) % 360);
  const [h1, h2] = [hueOf(a1 * (1 + g), b1), hueOf(a2 * (1 + g), b2)];
  const isGrey = c1 * c2 === 0;
  const turned = h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(((isGrey ? 0 : turned) / 2) * degrees);
  const around = Math.abs(h1 - h2) <= 180 ? 0 : h1 + h2 < 360 ? 360 : -360;
  const [l, c, h] = [(l1 + l2) / 2, (c1 + c2) / 2, isGrey ? h1 + h2 : (h1 + h2 + around) / 2];
  const t =
    1 -
    0.17 * Math.cos((h - 30) * degrees) +
    0.24 * Math.cos(2 * h * degrees) +
    0.32 * Math.cos((3 * h + 6) * degrees) -
    0.2 * Math.cos((4 * h - 63) * degrees);
  const inL = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const inC = (c2 - c1) / (1 + 0.045 * c);
  const inH = dh / (1 + 0.015 * c * t);
  const turn =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * degrees);
  return Math.sqrt(inL ** 2 + inC ** 2 + inH ** 2 + turn * inC * inH);
}

/** The distance of two colours to the eyes that tell them apart worst. */
export const distance = (a: string, b: string): number =>
  Math.min(...(Object.keys(EYES) as (keyof typeof EYES)[]).map((eyes) => ciede2000(labOf(a, eyes), labOf(b, eyes))));
