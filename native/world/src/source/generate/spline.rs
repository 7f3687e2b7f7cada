//! The shape of the land: how height, steepness and jaggedness follow from the climate (`TerrainProvider`).

/// What the splines read at a place.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How far inland.
    pub continents: f32,
    /// How worn down.
    pub erosion: f32,
    /// `ridges`: how strange.
    pub weirdness: f32,
    /// `ridges_folded`: valleys at -1, peaks at 1.
    pub ridges: f32,
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    Continents,
    Erosion,
    Weirdness,
    Ridges,
}

/// `CubicSpline`: a number, or a curve along an axis through further splines.
#[derive(Clone, Debug)]
pub struct Spline(Node);

#[derive(Clone, Debug)]
enum Node {
    Flat(f32),
    Curve { axis: Axis, points: Vec<Point> },
}

#[derive(Clone, Debug)]
struct Point {
    at: f32,
    value: Node,
    slope: f32,
}

fn lerp(t: f32, a: f32, b: f32) -> f32 {
    a + t * (b - a)
}

/// `NoiseRouterData.peaksAndValleys`: folds the weirdness so that valleys lie at 0 and peaks at two thirds.
pub fn peaks_and_valleys(weirdness: f32) -> f32 {
    -((weirdness.abs() - 0.666_666_7).abs() - 0.333_333_34) * 3.0
}

impl Shape {
    fn along(&self, axis: Axis) -> f32 {
        match axis {
            Axis::Continents => self.continents,
            Axis::Erosion => self.erosion,
            Axis::Weirdness => self.weirdness,
            Axis::Ridges => self.ridges,
        }
    }
}

impl Node {
    fn at(&self, shape: &Shape) -> f32 {
        let (axis, points) = match self {
            Node::Flat(value) => return *value,
            Node::Curve { axis, points } => (*axis, points),
        };
        let x = shape.along(axis);
        let after = points.partition_point(|point| point.at <= x);
        let beyond = |point: &Point| {
            let value = point.value.at(shape);
            if point.slope == 0.0 { value } else { value + point.slope * (x - point.at) }
        };
        if after == 0 {
            return beyond(&points[0]);
        }
        if after == points.len() {
            return beyond(&points[after - 1]);
        }
        let (a, b) = (&points[after - 1], &points[after]);
        let width = b.at - a.at;
        let t = (x - a.at) / width;
        let (start, end) = (a.value.at(shape), b.value.at(shape));
        let p = a.slope * width - (end - start);
        let q = -b.slope * width + (end - start);
        lerp(t, start, end) + t * (1.0 - t) * lerp(t, p, q)
    }
}

impl Spline {
    /// The value at a place.
    pub fn at(&self, shape: &Shape) -> f32 {
        self.0.at(shape)
    }

    /// `overworldOffset`: the height of the land, 0 at y 128 less 0.50375.
    pub fn offset() -> Spline {
        let coast = erosion_offset(-0.15, 0.0, 0.0, 0.1, 0.0, -0.03, false, false);
        let near = erosion_offset(-0.1, 0.03, 0.1, 0.1, 0.01, -0.03, false, false);
        let mid = erosion_offset(-0.1, 0.03, 0.1, 0.7, 0.01, -0.03, true, true);
        let far = erosion_offset(-0.05, 0.03, 0.1, 1.0, 0.01, 0.01, true, true);
        Spline(
            curve(Axis::Continents)
                .flat(-1.1, 0.044)
                .flat(-1.02, -0.2222)
                .flat(-0.51, -0.2222)
                .flat(-0.44, -0.12)
                .flat(-0.18, -0.12)
                .node(-0.16, &coast)
                .node(-0.15, &coast)
                .node(-0.1, &near)
                .node(0.25, &mid)
                .node(1.0, &far)
                .done(),
        )
    }

    /// `overworldFactor`: how steeply density falls with height; small where cliffs and overhangs are.
    pub fn factor() -> Spline {
        Spline(
            curve(Axis::Continents)
                .flat(-0.19, 3.95)
                .node(-0.15, &erosion_factor(6.25, true))
                .node(-0.1, &erosion_factor(5.47, true))
                .node(0.03, &erosion_factor(5.08, true))
                .node(0.06, &erosion_factor(4.69, false))
                .done(),
        )
    }

    /// `overworldJaggedness`: how far single peaks stand out.
    pub fn jaggedness() -> Spline {
        Spline(
            curve(Axis::Continents)
                .flat(-0.11, 0.0)
                .node(0.03, &erosion_jaggedness(1.0, 0.5, 0.0, 0.0))
                .node(0.65, &erosion_jaggedness(1.0, 1.0, 1.0, 0.0))
                .done(),
        )
    }
}

struct Curve {
    axis: Axis,
    points: Vec<Point>,
}

fn curve(axis: Axis) -> Curve {
    Curve { axis, points: Vec::new() }
}

impl Curve {
    fn sloped(mut self, at: f32, value: f32, slope: f32) -> Curve {
        self.points.push(Point { at, value: Node::Flat(value), slope });
        self
    }

    fn flat(self, at: f32, value: f32) -> Curve {
        self.sloped(at, value, 0.0)
    }

    fn node(mut self, at: f32, value: &Node) -> Curve {
        self.points.push(Point { at, value: value.clone(), slope: 0.0 });
        self
    }

    fn done(self) -> Node {
        Node::Curve { axis: self.axis, points: self.points }
    }
}

#[expect(clippy::too_many_arguments, reason = "the eight numbers by which the game's four coasts differ")]
fn erosion_offset(f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, swamps: bool, plateaus: bool) -> Node {
    let peaks = mountain_ridges(lerp(i, 0.6, 1.5), plateaus);
    let slopes = mountain_ridges(lerp(i, 0.6, 1.0), plateaus);
    let hills = mountain_ridges(i, plateaus);
    let low_hills = ridge(f - 0.15, 0.5 * i, 0.5 * i, 0.5 * i, 0.6 * i, 0.5);
    let rolling = ridge(f, j * i, g * i, 0.5 * i, 0.6 * i, 0.5);
    let plains = ridge(f, j, j, g, h, 0.5);
    let marsh = curve(Axis::Ridges).flat(-1.0, f).node(-0.4, &plains).flat(0.0, h + 0.07).done();
    let worn = ridge(-0.02, k, k, g, h, 0.0);
    let mut curve = curve(Axis::Erosion)
        .node(-0.85, &peaks)
        .node(-0.7, &slopes)
        .node(-0.4, &hills)
        .node(-0.35, &low_hills)
        .node(-0.1, &rolling)
        .node(0.2, &plains);
    if swamps {
        curve = curve.node(0.4, &plains).node(0.45, &marsh).node(0.55, &marsh).node(0.58, &plains);
    }
    curve.node(0.7, &worn).done()
}

/// `ridgeSpline`: from river bed to ridge.
fn ridge(f: f32, g: f32, h: f32, i: f32, j: f32, least_slope: f32) -> Node {
    let bank = (0.5 * (g - f)).max(least_slope);
    let rise = 5.0 * (h - g);
    curve(Axis::Ridges)
        .sloped(-1.0, f, bank)
        .sloped(-0.4, g, bank.min(rise))
        .sloped(0.0, h, rise)
        .sloped(0.4, i, 2.0 * (i - h))
        .sloped(1.0, j, 0.7 * (j - i))
        .done()
}

/// `mountainContinentalness`.
fn mountain(ridges: f32, f: f32, sea_below: f32) -> f32 {
    let height = (ridges + 1.17) * 0.460_829_47 * (1.0 - (1.0 - f) * 0.5) - 0.5 * (1.0 - f);
    height.max(if ridges < sea_below { -0.2222 } else { 0.0 })
}

/// `buildMountainRidgeSplineWithPoints`.
fn mountain_ridges(f: f32, plateaus: bool) -> Node {
    let (low, high) = (mountain(-1.0, f, -0.7), mountain(1.0, f, -0.7));
    let zero = 0.5 * (1.0 - f) / (0.460_829_47 * (1.0 - (1.0 - f) * 0.5)) - 1.17;
    let slope = |a: f32, b: f32, from: f32, to: f32| (b - a) / (to - from);
    let curve = curve(Axis::Ridges);
    if -0.65 < zero && zero < 1.0 {
        let bank = mountain(-0.75, f, -0.7);
        let shore = mountain(zero, f, -0.7);
        let rise = slope(shore, high, zero, 1.0);
        curve
            .sloped(-1.0, low, slope(low, bank, -1.0, -0.75))
            .flat(-0.75, bank)
            .flat(-0.65, mountain(-0.65, f, -0.7))
            .flat(zero - 0.01, shore)
            .sloped(zero, shore, rise)
            .sloped(1.0, high, rise)
            .done()
    } else {
        let rise = slope(low, high, -1.0, 1.0);
        let curve = if plateaus {
            curve.flat(-1.0, low.max(0.2)).sloped(0.0, lerp(0.5, low, high), rise)
        } else {
            curve.sloped(-1.0, low, rise)
        };
        curve.sloped(1.0, high, rise).done()
    }
}

/// `getErosionFactor`.
fn erosion_factor(f: f32, coastal: bool) -> Node {
    let plain = curve(Axis::Weirdness).flat(-0.2, 6.3).flat(0.2, f).done();
    let erosion = curve(Axis::Erosion)
        .node(-0.6, &plain)
        .node(-0.5, &curve(Axis::Weirdness).flat(-0.05, 6.3).flat(0.05, 2.67).done())
        .node(-0.35, &plain)
        .node(-0.25, &plain)
        .node(-0.1, &curve(Axis::Weirdness).flat(-0.05, 2.67).flat(0.05, 6.3).done())
        .node(0.03, &plain);
    if coastal {
        let shattered = curve(Axis::Weirdness).flat(0.0, f).flat(0.1, 0.625).done();
        let shattered = curve(Axis::Ridges).flat(-0.9, f).node(-0.69, &shattered).done();
        erosion.flat(0.35, f).node(0.45, &shattered).node(0.55, &shattered).flat(0.62, f).done()
    } else {
        let valleys = curve(Axis::Ridges).node(-0.7, &plain).flat(-0.15, 1.37).done();
        let peaks = curve(Axis::Ridges).node(0.45, &plain).flat(0.7, 1.56).done();
        erosion.node(0.05, &peaks).node(0.4, &peaks).node(0.45, &valleys).node(0.55, &valleys).flat(0.58, f).done()
    }
}

fn erosion_jaggedness(peaks: f32, slopes: f32, low_peaks: f32, low_slopes: f32) -> Node {
    let peaks = ridge_jaggedness(peaks, low_peaks);
    let slopes = ridge_jaggedness(slopes, low_slopes);
    curve(Axis::Erosion).node(-1.0, &peaks).node(-0.78, &slopes).node(-0.5775, &slopes).flat(-0.375, 0.0).done()
}

fn ridge_jaggedness(high: f32, low: f32) -> Node {
    let (start, end) = (peaks_and_valleys(0.4), peaks_and_valleys(0.566_666_66));
    let by_weirdness = |f: f32| {
        if f > 0.0 { curve(Axis::Weirdness).flat(-0.01, 0.63 * f).flat(0.01, 0.3 * f).done() } else { Node::Flat(0.0) }
    };
    curve(Axis::Ridges)
        .flat(start, 0.0)
        .node((start + end) / 2.0, &by_weirdness(low))
        .node(1.0, &by_weirdness(high))
        .done()
}
