//! Where a mob looks, and how its body turns after its head (`LookControl`, `BodyControl`).

use glam::DVec3;

use super::Me;
use super::mover::{turn_between, yaw_towards};

/// Degrees that a head turns against its body (`getMaxHeadRotation`).
const NECK: f32 = 75.0;

/// A head on a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Head {
    /// Where the legs go.
    pub yaw: f32,
    pub head_yaw: f32,
    pub body_yaw: f32,
    pub pitch: f32,
    wanted: DVec3,
    yaw_speed: f32,
    pitch_speed: f32,
    /// The way it looked last and the angles of that, which stay for as long as it looks there.
    looked: Option<(DVec3, (f32, f32))>,
    /// Ticks that it goes on looking there.
    ticks: u8,
    /// The head's yaw since it was last turned far.
    steady_yaw: f32,
    steady_ticks: u8,
}

impl Head {
    pub fn facing(yaw: f32) -> Head {
        Head { yaw, head_yaw: yaw, body_yaw: yaw, steady_yaw: yaw, steady_ticks: u8::MAX, ..Head::default() }
    }

    /// Turns to look at a point, so many degrees a tick.
    pub fn look_at(&mut self, at: DVec3, yaw_speed: f32, pitch_speed: f32) {
        (self.wanted, self.yaw_speed, self.pitch_speed) = (at, yaw_speed, pitch_speed);
        self.ticks = 2;
    }

    /// Whether head and body would stay as they are.
    pub fn is_still(&self) -> bool {
        self.ticks == 0 && self.pitch == 0.0 && self.head_yaw == self.body_yaw && self.steady_ticks >= 20
    }
}

/// The yaw and pitch of a way.
fn angles(way: DVec3) -> (f32, f32) {
    let level = (way.x * way.x + way.z * way.z).sqrt();
    (yaw_towards(way.x, way.z), -(way.y as f32).atan2(level as f32).to_degrees())
}

fn turned(from: f32, to: f32, most: f32) -> f32 {
    from + turn_between(from, to).clamp(-most, most)
}

/// The angle nearest to `angle` that is within `most` degrees of `of` (`MathHelper.clampAngle`).
fn within(angle: f32, of: f32, most: f32) -> f32 {
    of - turn_between(angle, of).clamp(-most, most)
}

impl Me<'_> {
    /// Turns the whole mob, so many degrees at most (`MobEntity.lookAtEntity`).
    pub(super) fn face(&mut self, at: DVec3, yaw_speed: f32, pitch_speed: f32) {
        let (yaw, pitch) = angles(at - self.body.eyes());
        let head = &mut self.mob.head;
        head.pitch = turned(head.pitch, pitch, pitch_speed);
        head.yaw = turned(head.yaw, yaw, yaw_speed);
    }

    /// `LookControl.tick`
    pub(super) fn turn_head(&mut self) {
        let eyes = self.body.eyes();
        let walks = !self.mob.route.is_done();
        let head = &mut self.mob.head;
        head.pitch = 0.0;
        if head.ticks > 0 {
            head.ticks -= 1;
            let way = head.wanted - eyes;
            let (yaw, pitch) = match head.looked {
                Some((looked, angles)) if looked == way => angles,
                _ => angles(way),
            };
            head.looked = Some((way, (yaw, pitch)));
            head.head_yaw = turned(head.head_yaw, yaw, head.yaw_speed);
            head.pitch = turned(head.pitch, pitch, head.pitch_speed);
        } else {
            head.head_yaw = turned(head.head_yaw, head.body_yaw, 10.0);
        }
        if walks {
            head.head_yaw = within(head.head_yaw, head.body_yaw, NECK);
        }
    }

    /// `BodyControl.tick`
    pub(super) fn turn_body(&mut self, moved: bool) {
        let head = &mut self.mob.head;
        if moved {
            head.body_yaw = head.yaw;
            head.head_yaw = within(head.head_yaw, head.body_yaw, NECK);
            (head.steady_yaw, head.steady_ticks) = (head.head_yaw, 0);
        } else if (head.head_yaw - head.steady_yaw).abs() > 15.0 {
            (head.steady_yaw, head.steady_ticks) = (head.head_yaw, 0);
            head.body_yaw = within(head.body_yaw, head.head_yaw, NECK);
        } else {
            head.steady_ticks = head.steady_ticks.saturating_add(1);
            if head.steady_ticks > 10 {
                let share = (f32::from(head.steady_ticks - 10) / 10.0).min(1.0);
                head.body_yaw = within(head.body_yaw, head.head_yaw, NECK * (1.0 - share));
            }
        }
    }
}
